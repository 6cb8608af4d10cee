import { BAR_WIDTH, type FigureProps, type MeterProps } from '../../views/components/Meter';

const grouped = new Intl.NumberFormat('en');

/** A count as people read it: 12,345 (P6). */
export function formatCount(count: number): string {
  return count < 1000 ? String(count) : grouped.format(count);
}

/** For instance “1 license” and “1,312 licenses”. */
export function formatItems(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** How much of a total is used. */
export function presentMeter(value: number, total: number, label: string): MeterProps {
  return { width: `${percentage(value, total)}%`, label };
}

/** A figure of a list; beside it a bar that compares it with the largest, if that is given. */
export function presentFigure(count: number, largest?: number): FigureProps {
  const text = formatCount(count);
  if (largest === undefined) return { text };
  const length = Math.round((percentage(count, largest) / 100) * BAR_WIDTH);
  return { text, bar: { start: String(BAR_WIDTH - length), length: String(length) } };
}

/** From 0 to 100, with one decimal. */
function percentage(value: number, total: number): number {
  return total > 0 ? Math.min(100, Math.round((value / total) * 1000) / 10) : 0;
}

import { BAR_WIDTH, type FigureProps } from '../../views/components/Figure';
import type { MeterProps } from '../../views/components/Meter';
import type { EmailParts } from '../../views/components/PersonText';

/** Formats a count: 12,345 (P6). Not by Intl.NumberFormat, which takes a twentieth of the time of a page with a list. */
export function formatCount(count: number): string {
  if (count < 1000) return String(count);
  return `${formatCount(Math.floor(count / 1000))},${String(count % 1000).padStart(3, '0')}`;
}

/** Formats a count with its noun: “1 license”, “1,312 licenses”. */
export function formatItems(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns a text with its first letter in upper case. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How many characters of an email address fit into a line on a narrow phone. */
const EMAIL_LINE_LENGTH = 22;

/** Splits an email address before its last @, where it may break. */
export function presentEmail(email: string): EmailParts {
  const at = email.includes('@') ? email.lastIndexOf('@') : email.length;
  const [local, domain] = [email.slice(0, at), email.slice(at)];
  return { local, domain, isLong: Math.max(local.length, domain.length) > EMAIL_LINE_LENGTH };
}

/** Returns a meter for the used part of a total. */
export function presentMeter(value: number, total: number, label: string): MeterProps {
  return { width: `${percentage(value, total)}%`, label };
}

/** Returns a figure of a list. With `largest`, a bar compares it with the largest figure of the list. */
export function presentFigure(count: number, largest?: number): FigureProps {
  const text = formatCount(count);
  if (largest === undefined) return { text };
  const length = Math.round((percentage(count, largest) / 100) * BAR_WIDTH);
  return { text, bar: { start: String(BAR_WIDTH - length), length: String(length) } };
}

/** Returns a number from 0 to 100, with one decimal. */
function percentage(value: number, total: number): number {
  return total > 0 ? Math.min(100, Math.round((value / total) * 1000) / 10) : 0;
}

import { formatCount } from '../../shared/format-count';
import { plural } from '../../shared/products';
import type { FigureProps } from '../../views/components/Figure';
import { NAMED_LIMIT } from '../text/first-texts';

/** Formats a count with its noun: “1 license”, “1,312 licenses”. */
export function formatItems(count: number, noun: string): string {
  return `${formatCount(count)} ${oneOrMore(count, noun, plural(noun))}`;
}

/** A count and its noun, between which no line breaks. */
export const formatUnbroken = (count: number, noun: string): string =>
  formatItems(count, noun).replace(' ', '\u00a0');

export function formatPeople(count: number): string {
  return `${formatCount(count)} ${oneOrMore(count, 'person', 'people')}`;
}

export const oneOrMore = (count: number, one: string, more: string): string => (count === 1 ? one : more);

/** The first texts, and how many more there are: “a, b and 3 more”. `count` is larger if some are not in the list. */
export function listFirst(texts: readonly string[], count = texts.length): string {
  const named = texts.slice(0, NAMED_LIMIT);
  const others = count - named.length;
  return `${named.join(', ')}${others > 0 ? ` and ${formatCount(others)} more` : ''}`;
}

/** “0.4 per person”: with one decimal below 10; undefined for nothing. */
export function formatAverage(total: number, count: number, noun: string): string | undefined {
  const average = count === 0 ? 0 : total / count;
  const rounded = average < 10 ? Math.round(average * 10) / 10 : Math.round(average);
  return rounded === 0 ? undefined : `${formatCount(rounded)} per ${noun}`;
}

export { capitalize, joinTexts } from '../../shared/products';

/**
 * Returns whole percentages that add up to `whole`: the parts with the largest remainders are rounded up, and of equal ones
 * the largest. A part is 100% only if it is all.
 */
export function roundShares(parts: readonly number[], whole = 100): readonly number[] {
  const counts = parts.map(part => Math.max(0, part));
  const total = counts.reduce((sum, count) => sum + count, 0) || 1;
  const shares = counts.map(count => Math.floor((count * whole) / total));
  const remainders = counts.map((count, index) => ({ index, count, remainder: (count * whole) % total }));
  const missing = remainders.reduce((sum, { remainder }) => sum + remainder, 0) / total;
  remainders.sort((a, b) => b.remainder - a.remainder || b.count - a.count);
  const roundedUp = new Set(remainders.slice(0, missing).map(({ index }) => index));
  return shares.map((share, index) => {
    const rounded = roundedUp.has(index) ? share + 1 : share;
    return counts[index] === total ? rounded : Math.min(rounded, 99);
  });
}

/** Formats a share: 41%, or <1% for anything between 0 and 1. */
export function formatShare(count: number, share = 0): string {
  return count > 0 && share === 0 ? '<1%' : `${share}%`;
}

/** A figure of a list. With `largest`, a bar compares it with the largest figure of the list, unless all are 0 (P414). */
export function presentFigure(count: number, largest?: number): FigureProps {
  const figure = { text: formatCount(count), isZero: count === 0 };
  return largest ? { ...figure, bar: `${percentageOf(count, largest)}%` } : figure;
}

/** A number from 0 to 100, with one decimal. */
export function percentageOf(part: number, total: number): number {
  return total > 0 ? Math.min(100, Math.round((part / total) * 1000) / 10) : 0;
}

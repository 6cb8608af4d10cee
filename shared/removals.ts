import { productKeys } from './products';

/** The maximum number of licenses and cards that one job removes (P243). */
export const REMOVAL_LIMIT = 1000;

/** The number of items must be typed if it is above this (P246). */
export const TYPED_COUNT_ABOVE = 25;

/** The kinds of rows that can be selected. A person stands for all their licenses and cards (P332). */
export const selectableKinds = [...productKeys, 'person'] as const;
export type SelectableKind = (typeof selectableKinds)[number];

/** How many items one removal can have: not more than an administrator can remove in an hour. */
export function removalLimit(limitPerHour: number): number {
  return Math.min(REMOVAL_LIMIT, limitPerHour);
}

import { productKeys } from './products';

/** The maximum number of licenses and cards that one job removes (P243). */
export const REMOVAL_LIMIT = 1000;

/** The number of items must be typed if it is above this (P246). */
export const TYPED_COUNT_ABOVE = 25;

/** The dialog of a row sends a longer email address as a digest, because its form is limited to 16 KB (T54). */
export const SENT_EMAIL_LENGTH = 1000;

/** The kinds of rows that can be selected. A person stands for all their licenses and cards (P332). */
export const selectableKinds = [...productKeys, 'person'] as const;
export type SelectableKind = (typeof selectableKinds)[number];

/** Licenses and cards that one run removes at most (P243). */
export const REMOVAL_LIMIT = 1000;

/** Above this many, the number has to be typed (P246). */
export const TYPED_COUNT_ABOVE = 25;

/** People that a review shows of each group; the rest is folded (P245). */
export const REVIEW_SHOWN = 25;

/** What can be removed: licenses of Lead Capture and digital business cards. Also the fields of forms that name their IDs. */
export const removableKinds = ['license', 'card'] as const;
export type RemovableKind = (typeof removableKinds)[number];

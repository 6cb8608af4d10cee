import * as v from 'valibot';
import { type ProductKey, productKeys } from '../../shared/products';
import { selectableKinds } from '../../shared/removals';
import { emailKey } from '../text/email-address';

export const rowSchema = v.object({
  kind: v.picklist(selectableKinds),
  id: v.string(),
  /** The address of its person, if known: then the row is found only while it belongs to this address (T54). */
  email: v.optional(v.string()),
});

export const itemSchema = v.object({
  productKey: v.picklist(productKeys),
  id: v.string(),
  email: v.string(),
  /** '' if the list has none. */
  name: v.string(),
  /** '' if it is not known, as for licenses. */
  jobTitle: v.string(),
  /** Leads or profile visits of the last 30 days. */
  recentActivity: v.number(),
  /** Leads or profile visits of all time. */
  totalActivity: v.number(),
  /** Whether it had activity in the last 30 days, or is new (P410). */
  isUsed: v.boolean(),
  /** The day of its activation, as days since 1970; 0 if it is not known. */
  activatedOn: v.number(),
});

/** One license, card or person. The ID of a person is an email address. */
export type SelectedRow = Readonly<v.InferOutput<typeof rowSchema>>;

/** One license or card to remove, as it was reviewed. */
export type RemovalItem = Readonly<v.InferOutput<typeof itemSchema>>;

export interface ItemGroup {
  readonly productKey: ProductKey;
  readonly items: readonly RemovalItem[];
}

/** The items by product, without products that have none. */
export function groupByProduct(items: readonly RemovalItem[]): readonly ItemGroup[] {
  const groups = Object.groupBy(items, ({ productKey }) => productKey);
  return productKeys.flatMap(productKey => {
    const group = groups[productKey];
    return group ? [{ productKey, items: group }] : [];
  });
}

export function itemKey({ productKey, id }: Pick<RemovalItem, 'productKey' | 'id'>): string {
  return `${productKey} ${id}`;
}

/** Escapes the characters of an ID that a form does not send as they are: line breaks, NUL and unpaired surrogates. */
export function escapeId(id: string): string {
  return id.replace(
    /%(?=[\da-f]{4})|[\r\n\0\p{Cs}]/gu,
    each => `%${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A row as its dialog names it. A dialog does not confirm activity, so any activity is unchanged. */
export function itemOfDialog(productKey: ProductKey, sentId: string, email: string): RemovalItem {
  const activity = {
    recentActivity: Number.POSITIVE_INFINITY,
    totalActivity: 0,
    isUsed: true,
    activatedOn: 0,
  };
  return { productKey, id: unescapeId(sentId), email, name: '', jobTitle: '', ...activity };
}

export function unescapeId(id: string): string {
  return id.replace(/%([\da-f]{4})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Whether two email addresses are the same, however they are written. */
export function isSamePerson(email: string, other: string): boolean {
  return emailKey(email) === emailKey(other);
}

import { byProduct, type ProductKey } from '../../shared/products';
import type { List } from '../lists/list';
import { inTurns } from '../lists/turns';
import { digestOf } from '../text/digest';
import { emailKey, isEmailAddress } from '../text/email-address';
import { itemKey, type RemovalItem } from './items';
import type { Review } from './state';

/** A person who has some of the licenses and cards of a review. */
export interface PersonWithItems {
  readonly email: string;
  /** The name on a card; empty without one. */
  readonly name: string;
  readonly jobTitle: string;
  readonly items: Readonly<Record<ProductKey, readonly RemovalItem[]>>;
}

/** The people of a review, in the order of its items. Items without an address may belong to several people (P321). */
export function peopleOf(items: readonly RemovalItem[]): readonly PersonWithItems[] {
  const groups = Map.groupBy(items, personKey);
  return [...groups.values()].map(own => ({
    email: own[0]?.email ?? '',
    name: own.find(({ name }) => name !== '')?.name ?? '',
    jobTitle: own.find(({ jobTitle }) => jobTitle !== '')?.jobTitle ?? '',
    items: byProduct(key => own.filter(({ productKey }) => productKey === key)),
  }));
}

/** Identifies the person of an item: by the address or, without one, by the item itself (P321). It is '' without both. */
export function personKey(item: RemovalItem | Pick<RemovalItem, 'email'>): string {
  const key = emailKey(item.email);
  return isEmailAddress(key) ? key : 'id' in item ? itemKey(item) : '';
}

/** Identifies the items that a page shows, so that no others are confirmed. */
export function digestOfItems(items: readonly RemovalItem[]): string {
  return digestOf(
    items.map(({ productKey, id, email, recentActivity }) => [productKey, id, email, recentActivity]),
  );
}

export function recentActivityOf(items: readonly RemovalItem[]): number {
  return items.reduce((sum, { recentActivity }) => sum + recentActivity, 0);
}

/** The items of a review that its job would remove, and those of the people who were left out. */
export function divideReview({ items, leftOut }: Pick<Review, 'items' | 'leftOut'>): {
  readonly kept: RemovalItem[];
  readonly out: RemovalItem[];
} {
  const keys = new Set(leftOut);
  const { kept = [], out = [] } = Object.groupBy(items, item => (keys.has(itemKey(item)) ? 'out' : 'kept'));
  return { kept, out };
}

/** The names of people in the list of everyone, by `emailKey`. */
export async function namesOf(
  people: readonly PersonWithItems[],
  everyone: List<Pick<PersonWithItems, 'email' | 'name'>> | undefined,
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(people.map(({ email }) => emailKey(email)).filter(isEmailAddress));
  const names = new Map<string, string>();
  if (!everyone) return names;
  for await (const part of inTurns(await everyone.all())) {
    for (const { email, name } of part) {
      const key = emailKey(email);
      if (wanted.has(key)) names.set(key, name);
    }
  }
  return names;
}

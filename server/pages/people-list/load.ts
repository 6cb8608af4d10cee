import type { Query } from '../../../shared/list-state';
import { type ProductKey, productKeys } from '../../../shared/products';
import type { Step } from '../handler';
import { chosen } from '../lists/define-list';
import { loadItems } from '../product/page';
import { definitions } from '../product/products';
import { HAS, hasFilter, type PeopleSource } from './lists';

/** The people of the administrator's company, and the administrator's products. */
export interface LoadedPeople extends PeopleSource {
  readonly kinds: readonly ProductKey[];
  /** How many licenses and cards they have; undefined for a product that is not available. */
  readonly counts: Readonly<Record<ProductKey, number | undefined>>;
}

/** Fetches the people of the administrator's company. Resolves with undefined if the administrator's roles are not known. */
export const loadPeople: Step<LoadedPeople | undefined> = async (request, dependencies) => {
  const [license, card] = await Promise.all([
    loadItems(request, definitions.license, dependencies),
    loadItems(request, definitions.card, dependencies),
  ]);
  const known = await request.details();
  if (!known) return undefined;
  const loaded = { license, card };
  const items = {
    license: typeof license === 'string' ? undefined : license,
    card: typeof card === 'string' ? undefined : card,
  };
  const kinds = productKeys.filter(key => loaded[key] !== 'no access');
  return {
    kinds,
    unavailable: kinds.filter(key => items[key] === undefined),
    counts: { license: items.license?.length, card: items.card?.length },
    people: await dependencies.companyPeople(items, request.administrator.context),
  };
};

/** Says why the filter in the URL cannot be applied: it needs a product that is not available (P328). */
export function filterProblem(
  { kinds, unavailable }: Pick<LoadedPeople, 'kinds' | 'unavailable'>,
  query: Query,
): string | undefined {
  const has = kinds.length > 1 ? chosen(hasFilter, { [HAS]: String(query[HAS]) }) : undefined;
  if (!has || has.value === '' || unavailable.length === 0) return undefined;
  const titles = unavailable.map(kind => definitions[kind].title).join(' and ');
  return `“${has.label}” needs both products, and ${titles} is not available.`;
}

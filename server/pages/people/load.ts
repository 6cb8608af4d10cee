import { type ProductKey, productKeys } from '../../../shared/products';
import type { Step } from '../handler';
import { loadItems } from '../product/page';
import { definitions } from '../product/products';
import type { PeopleSource } from './lists';

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

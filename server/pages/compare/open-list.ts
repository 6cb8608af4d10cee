import { columnNumber } from '../../../shared/list-state';
import type { ProductKey } from '../../../shared/products';
import { MINUTE_MS } from '../../../shared/units';
import type { StoredList } from '../../compare/stored-list';
import type { ComparedPeople } from '../../people/compared-people';
import type { Load } from '../handler';
import { type LoadedPeople, loadPeople } from '../people-list/load';
import { companyKeyOf, ownerOf } from '../record-owner';

/** How old the record of a list must be to be renewed, in milliseconds: it is kept for an hour after its last use. */
const RENEWED_AFTER_MS = 5 * MINUTE_MS;

/** A list that the administrator has sent, compared with the people of the company. */
export interface OpenedList extends LoadedPeople {
  readonly id: string;
  readonly list: StoredList;
  readonly compared: ComparedPeople;
  /** Of an export: the available products whose totals it has. */
  readonly comparedProducts: readonly ProductKey[];
  readonly ownEmail: string;
}

/** The list in the URL, or its absence: it has expired, or belongs to another session. */
const findList: Load<StoredList | undefined> = async (request, { records }) => {
  const list = await records.lists.update(ownerOf(request), request.query.list, (stored, ageMs) =>
    ageMs < RENEWED_AFTER_MS ? stored : { ...stored },
  );
  // The user details may not have been available when the list was sent.
  const keys = [companyKeyOf(request, await request.details()), companyKeyOf(request, undefined)];
  return list && keys.includes(list.companyKey) ? list : undefined;
};

/**
 * Compares the list in the URL with the people of the company; 'expired' if there is no such list, and undefined if the
 * administrator's roles are not known.
 */
export const openList: Load<OpenedList | 'expired' | undefined> = async (request, dependencies) => {
  const { query, administrator } = request;
  const list = await findList(request, dependencies);
  if (!list) return 'expired';
  const loaded = await loadPeople(request, dependencies);
  if (!loaded) return undefined;
  const { people, products, unavailableProducts } = loaded;
  const id = String(query.list);
  const number = Number(columnNumber(query.column));
  const known = products.filter(key => !unavailableProducts.includes(key));
  const compared = await dependencies.comparePeople(
    { id, list, column: list.columns[number - 1]?.position, people, known },
    administrator,
  );
  const comparedProducts = list.figures.filter(key => known.includes(key));
  const kind = list.kind === 'export' && comparedProducts.length === 0 ? 'table' : list.kind;
  return {
    ...loaded,
    id,
    list: { ...list, kind },
    compared,
    comparedProducts,
    ownEmail: administrator.email,
  };
};

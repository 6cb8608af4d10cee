import { byProduct, type ProductKey, productKeys } from '../../../shared/products';
import type { PeopleColumn, PeopleTableRow, PersonCell } from '../../../views/components/PeopleTable';
import { groupByProduct, itemKey, type RemovalItem } from '../../removals/items';
import type { PersonWithItems } from '../../removals/people';
import { capitalize } from '../format';
import { presentPerson } from '../present-person';

/** A column for the outcomes of each product of some items. */
export function productColumns(items: readonly RemovalItem[]): readonly PeopleColumn[] {
  return groupByProduct(items).map(({ productKey }) => ({
    key: productKey,
    title: capitalize(productKey),
    kind: 'result',
    isLabeled: true,
  }));
}

/** A person of a review or a removal. */
export function personRow(
  { items, ...person }: PersonWithItems,
  cells: Readonly<Record<string, PersonCell>>,
): PeopleTableRow {
  const key = productKeys.flatMap(productKey => items[productKey].map(itemKey)).join(' ');
  return { key, person: presentPerson(person), cells };
}

/** A cell for each product. */
export function productCells(
  { items }: PersonWithItems,
  cellOf: (own: readonly RemovalItem[]) => PersonCell,
): Readonly<Record<ProductKey, PersonCell>> {
  return byProduct(key => cellOf(items[key]));
}

import { type ProductKey, productKeys } from '../../../shared/products';
import type { PeopleColumn, PersonCell, PersonRow } from '../../../views/components/PeopleTable';
import { groupByProduct, itemKey, type RemovalItem } from '../../removals/items';
import type { PersonWithItems } from '../../removals/people';
import { capitalize } from '../format';
import { presentPerson } from '../present-person';

/** A column for each product of some items. `note` follows its name. */
export function productColumns(
  items: readonly RemovalItem[],
  kind: PeopleColumn['kind'],
  note = '',
): readonly PeopleColumn[] {
  return groupByProduct(items).map(({ productKey }) => ({
    key: productKey,
    title: capitalize(productKey) + note,
    kind,
    isLabeled: true,
  }));
}

/** A person of a review or a removal, with a cell for the items of each product. */
export function personRow(
  { email, name, items }: PersonWithItems,
  cellOf: (own: readonly RemovalItem[], productKey: ProductKey) => PersonCell,
): PersonRow {
  const cells = productKeys.map(productKey => [productKey, cellOf(items[productKey], productKey)] as const);
  return {
    key: productKeys.flatMap(productKey => items[productKey].map(itemKey)).join(' '),
    person: presentPerson({ email, name }),
    cells: Object.fromEntries(cells),
  };
}

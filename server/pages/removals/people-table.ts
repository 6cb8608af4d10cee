import { productKeys } from '../../../shared/products';
import type { PeopleTableRow, PersonCell } from '../../../views/components/PeopleTable';
import { itemKey } from '../../removals/items';
import type { PersonWithItems } from '../../removals/people';
import { presentPerson } from '../present-person';

/** A person of a review or a removal. */
export function personRow(
  { items, ...person }: PersonWithItems,
  cells: Readonly<Record<string, PersonCell>>,
): PeopleTableRow {
  const key = productKeys.flatMap(productKey => items[productKey].map(itemKey)).join(' ');
  return { key, person: presentPerson(person), cells };
}

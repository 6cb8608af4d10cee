import { type ProductKey, productKeys, productTerms } from '../../shared/products';
import { NEVER_USED } from '../backends/usage';
import { type TextColumn, textAt } from '../lists/columns';
import { createTable, type Table } from '../lists/table';
import { emailKey, isEmailAddress } from '../text/email-address';
import type { Person } from './person';

/** The items of a company by product; undefined for a product that is not available. */
type TablesByProduct = { readonly [Product in ProductKey]?: ItemTable | undefined };

/** The items of a company, and the domain of its administrator's address. */
export interface PeopleToJoin {
  readonly tables: TablesByProduct;
  readonly domain: string;
}

type ItemTable = Pick<Table, 'texts' | 'counts' | 'length'>;

/** A person while its licenses and cards are being collected. */
type Joining = { -readonly [Field in keyof Person]: Person[Field] };

/** One row for each person, in the order of the backends: people with licenses, then people with only cards (P320, P321). */
export function joinPeople({ tables, domain }: PeopleToJoin): Table {
  const people: Joining[] = [];
  const byAddress = new Map<string, Joining>();

  function personWith(email: string): Joining {
    const key = emailKey(email);
    const known = byAddress.get(key);
    if (known) return known;
    const person = emptyPerson(email, key.endsWith(`@${domain}`) ? 0 : 1);
    people.push(person);
    if (isEmailAddress(key)) byAddress.set(key, person);
    return person;
  }

  for (const productKey of productKeys) {
    const { texts, counts, length } = tables[productKey] ?? NO_ITEMS;
    const { count, ids, last30Days, total, usage } = productTerms[productKey].peopleColumns;
    for (let row = 0; row < length; row++) {
      const person = personWith(textOf(texts.email, row));
      const id = textOf(texts.id, row);
      person[count]++;
      person.mostItems = Math.max(person.mostItems, person[count]);
      person[ids] = person[ids] === '' ? id : `${person[ids]}, ${id}`;
      person[last30Days] = add(person[last30Days], counts.last30Days?.[row]);
      person[total] = add(person[total], counts.total?.[row]);
      person[usage] = Math.max(person[usage], 1 + (counts.usage?.[row] ?? NEVER_USED));
      person.name ||= textOf(texts.name, row);
      person.jobTitle ||= textOf(texts.jobTitle, row);
    }
  }

  return createTable(people, {
    texts: readersOf('email', 'name', 'jobTitle', 'licenseIds', 'cardIds'),
    counts: {
      ...readersOf('licenses', 'leadsLast30Days', 'leadsTotal', 'licenseUsage'),
      ...readersOf('cards', 'viewsLast30Days', 'totalViews', 'cardUsage'),
      ...readersOf('mostItems', 'isOutside'),
    },
  });
}

/** Functions that read these columns of a person. */
function readersOf<Name extends keyof Person>(...names: readonly Name[]) {
  return Object.fromEntries(names.map(name => [name, (person: Person) => person[name]]));
}

const NO_ITEMS: ItemTable = { texts: {}, counts: {}, length: 0 };

function textOf(column: TextColumn | undefined, row: number): string {
  return column ? textAt(column, row) : '';
}

function emptyPerson(email: string, isOutside: number): Joining {
  return {
    email,
    name: '',
    jobTitle: '',
    licenseIds: '',
    cardIds: '',
    licenses: 0,
    cards: 0,
    leadsLast30Days: 0,
    leadsTotal: 0,
    viewsLast30Days: 0,
    totalViews: 0,
    licenseUsage: 0,
    cardUsage: 0,
    mostItems: 0,
    isOutside,
  };
}

/** Each count has a limit, and so has their sum (T74). */
function add(sum: number, count = 0): number {
  return Math.min(sum + count, Number.MAX_VALUE);
}

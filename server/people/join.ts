import type { Card } from '../backends/cards';
import type { License } from '../backends/licenses';
import { emailKey, isAddress } from '../email-address';
import { textAt } from '../lists/columns';
import { type CountsOf, createTable, type Table, type TextsOf } from '../lists/table';
import type { Person } from './person';

type TableOf<Row> = Table<TextsOf<Row>, CountsOf<Row>>;
type Columns<Row> = Pick<TableOf<Row>, 'texts' | 'counts' | 'length'>;

export type PersonTable = TableOf<Person>;

/** The licenses and cards of a company; undefined if they are not available. */
export interface PeopleTables {
  readonly licenses: Columns<License> | undefined;
  readonly cards: Columns<Card> | undefined;
}

/** A person while its licenses and cards are being collected. */
type Joining = { -readonly [Field in keyof Person]: Person[Field] };

/** One row for each person: those with licenses first, each in the order of the backend (P320, P321). */
export function joinPeople({ licenses, cards }: PeopleTables): PersonTable {
  const people: Joining[] = [];
  const byAddress = new Map<string, Joining>();

  function personWith(email: string): Joining {
    const key = emailKey(email);
    const known = byAddress.get(key);
    if (known) return known;
    const person = emptyPerson(email);
    people.push(person);
    if (isAddress(key)) byAddress.set(key, person);
    return person;
  }

  for (let row = 0; licenses && row < licenses.length; row++) {
    const { texts, counts } = licenses;
    const person = personWith(textAt(texts.email, row));
    person.licenses++;
    person.licenseIds = appendId(person.licenseIds, textAt(texts.licenseId, row));
    person.leadsLast30Days = add(person.leadsLast30Days, counts.leadsLast30Days[row]);
    person.leadsTotal = add(person.leadsTotal, counts.leadsTotal[row]);
  }
  for (let row = 0; cards && row < cards.length; row++) {
    const { texts, counts } = cards;
    const person = personWith(textAt(texts.email, row));
    person.cards++;
    person.cardIds = appendId(person.cardIds, textAt(texts.cardId, row));
    person.name ||= textAt(texts.name, row);
    person.jobTitle ||= textAt(texts.jobTitle, row);
    person.viewsLast30Days = add(person.viewsLast30Days, counts.viewsLast30Days[row]);
    person.totalViews = add(person.totalViews, counts.totalViews[row]);
  }

  return createTable(people, {
    texts: {
      email: person => person.email,
      name: person => person.name,
      jobTitle: person => person.jobTitle,
      licenseIds: person => person.licenseIds,
      cardIds: person => person.cardIds,
    },
    counts: {
      licenses: person => person.licenses,
      cards: person => person.cards,
      leadsLast30Days: person => person.leadsLast30Days,
      leadsTotal: person => person.leadsTotal,
      viewsLast30Days: person => person.viewsLast30Days,
      totalViews: person => person.totalViews,
    },
  });
}

function emptyPerson(email: string): Joining {
  return {
    ...{ email, name: '', jobTitle: '', licenseIds: '', cardIds: '', licenses: 0, cards: 0 },
    ...{ leadsLast30Days: 0, leadsTotal: 0, viewsLast30Days: 0, totalViews: 0 },
  };
}

function appendId(ids: string, id: string): string {
  return ids === '' ? id : `${ids}, ${id}`;
}

/** Counts may be as large as numbers can be, and their sum must not be infinite. */
function add(sum: number, count = 0): number {
  return Math.min(sum + count, Number.MAX_VALUE);
}

import type { Card } from '../backends/cards';
import type { License } from '../backends/licenses';
import { emailKey, isAddress } from '../email-address';
import { type CountColumn, isAscii, type TextColumn, textAt } from '../lists/columns';
import { type CountsOf, type Table, type TextsOf, tableOf } from '../lists/table';
import { fold } from '../lists/text';
import type { Person } from './person';

type TableOf<Row> = Table<TextsOf<Row>, CountsOf<Row>>;
type Columns<Row> = Pick<TableOf<Row>, 'texts' | 'counts' | 'length'>;

export type PersonTable = TableOf<Person>;

/** The licenses and cards of a company; undefined if they are not available. */
export interface PeopleTables {
  readonly licenses: Columns<License> | undefined;
  readonly cards: Columns<Card> | undefined;
}

/**
 * Returns one row for each person: those with licenses first, each in the order of the backend (P320, P321). It works by
 * column: with an object for each person, it would take twice the time.
 */
export function joinPeople({ licenses, cards }: PeopleTables): PersonTable {
  const { email, spellings, ofLicenses, ofCards } = findPeople(licenses?.texts.email, cards?.texts.email);
  const textsOf = (column: TextColumn | undefined, people: Uint32Array, isList = false) => {
    const texts = email.map(() => '');
    for (let row = 0; column && row < people.length; row++) {
      const person = people[row] ?? 0;
      const before = texts[person];
      if (before === '') texts[person] = textAt(column, row);
      else if (isList) texts[person] = `${before}, ${textAt(column, row)}`;
    }
    return texts;
  };
  const sumsOf = (column: CountColumn | undefined, people: Uint32Array) => {
    const sums = new Float64Array(email.length);
    for (let row = 0; column && row < people.length; row++) {
      const person = people[row] ?? 0;
      sums[person] = add(sums[person], column[row]);
    }
    return sums;
  };
  const leadsLast30Days = sumsOf(licenses?.counts.leadsLast30Days, ofLicenses);
  const leadsTotal = sumsOf(licenses?.counts.leadsTotal, ofLicenses);
  const viewsLast30Days = sumsOf(cards?.counts.viewsLast30Days, ofCards);
  const totalViews = sumsOf(cards?.counts.totalViews, ofCards);
  return tableOf<TextsOf<Person>, CountsOf<Person>>(email.length, {
    texts: {
      email,
      spellings,
      name: textsOf(cards?.texts.name, ofCards),
      jobTitle: textsOf(cards?.texts.jobTitle, ofCards),
      licenseIds: textsOf(licenses?.texts.licenseId, ofLicenses, true),
      cardIds: textsOf(cards?.texts.cardId, ofCards, true),
    },
    counts: {
      licenses: sumsOf(
        ofLicenses.map(() => 1),
        ofLicenses,
      ),
      cards: sumsOf(
        ofCards.map(() => 1),
        ofCards,
      ),
      leadsLast30Days,
      leadsTotal,
      viewsLast30Days,
      totalViews,
      activityLast30Days: leadsLast30Days.map((leads, person) => add(leads, viewsLast30Days[person])),
      activityTotal: leadsTotal.map((leads, person) => add(leads, totalViews[person])),
    },
  });
}

/** Returns the people with these addresses, and which of them each license and card belongs to. */
function findPeople(ofLicenses: TextColumn | undefined, ofCards: TextColumn | undefined) {
  const email: string[] = [];
  const spellings: string[] = [];
  const personByKey = new Map<string, number>();

  function personWith(key: string, address: string): number {
    const known = personByKey.get(key);
    const person = known ?? email.length;
    if (known === undefined) {
      email.push(address);
      spellings.push('');
      if (isAddress(key)) personByKey.set(key, person);
    }
    // Searches find a person by the key, and by every way in which the address is written.
    if (address !== email[person] || (address !== key && fold(address) !== key)) {
      spellings[person] = `${spellings[person] || key}, ${fold(address)}`;
    }
    return person;
  }

  function peopleOf(column: TextColumn | undefined): Uint32Array {
    const people = new Uint32Array(column?.ends.length ?? 0);
    if (!column) return people;
    const keyAt = keysOf(column);
    for (let row = 0; row < people.length; row++) people[row] = personWith(keyAt(row), textAt(column, row));
    return people;
  }

  return { email, spellings, ofLicenses: peopleOf(ofLicenses), ofCards: peopleOf(ofCards) };
}

/** Returns a function that returns the key of an address. In ASCII, all keys are made at once, which is faster. */
function keysOf(column: TextColumn): (row: number) => string {
  if (!isAscii(column)) return row => emailKey(textAt(column, row));
  const lowerCase = { joined: column.joined.toLowerCase(), ends: column.ends };
  return row => textAt(lowerCase, row).trim();
}

/** Counts may be as large as numbers can be, and their sum must not be infinite. */
function add(a = 0, b = 0): number {
  return Math.min(a + b, Number.MAX_VALUE);
}

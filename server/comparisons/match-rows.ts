import { type ProductKey, productKeys } from '../../shared/products';
import { type StoredColumn, textAt } from '../lists/columns';
import { unescapeFormulas } from '../lists/exports';
import { emailKey, isEmailAddress } from '../text/email-address';
import type { RowBlock } from './read-export';

export interface ComparedPerson extends Readonly<Record<ProductKey, number>> {
  readonly label: string;
  readonly ids: readonly string[];
  readonly name: string;
  readonly jobTitle: string;
  /** The first day of an activation, as days since 1970; infinite if none is known. */
  readonly activatedOn: number;
  /** Whether a total has more than the last 30 days. */
  readonly isOlder: boolean;
}

export type ComparedPeople = Map<string, ComparedPerson>;

interface Group extends ComparedPerson {
  readonly ids: string[];
  name: string;
  jobTitle: string;
  license: number;
  card: number;
  activatedOn: number;
  isOlder: boolean;
}

type Row = Readonly<
  Record<'email' | 'id' | 'name' | 'jobTitle', string> &
    Record<'last30Days' | 'activatedOn' | ProductKey, number>
>;

function* rowsOf({ length, columns }: RowBlock): Generator<Row> {
  const text = (column: StoredColumn | undefined, row: number) =>
    column && 'joined' in column ? unescapeFormulas(textAt(column, row)) : '';
  const total = (column: StoredColumn | undefined, row: number) =>
    column && !('joined' in column) ? (column[row] ?? 0) : 0;
  for (let row = 0; row < length; row++) {
    yield {
      email: text(columns.email, row).trim(),
      id: text(columns.id, row),
      name: text(columns.name, row),
      jobTitle: text(columns.jobTitle, row),
      license: total(columns.license, row),
      card: total(columns.card, row),
      last30Days: total(columns.last30Days, row),
      activatedOn: total(columns.activatedOn, row),
    };
  }
}

/** Adds up the rows of each person. A row that is listed twice counts once. `today` has the IDs of today, for an export. */
export function groupRows(blocks: readonly RowBlock[], today?: ReturnType<typeof indexIds>) {
  const people = new Map<string, Group>();
  /** People with a total that is not a number. */
  const unreadable = new Set<string>();
  const seen = new Set<string>();
  /** IDs that a spreadsheet has changed, and which of them are in rows without an address. */
  const [damagedIds, unknownIds]: [string[], string[]] = [[], []];
  let unreadableRows = 0;
  for (const row of blocks.values().flatMap(rowsOf)) {
    const text = JSON.stringify(row);
    const address = emailKey(row.email);
    const isDamaged = today?.isDamaged(row.id) === true;
    if (isDamaged) damagedIds.push(row.id);
    if (isDamaged && !isEmailAddress(address)) {
      unknownIds.push(row.id);
      continue;
    }
    const key = isEmailAddress(address) ? address : (today?.personWith(row.id) ?? idKey(row.id));
    const isReadable = key !== idKey('') && productKeys.every(productKey => !Number.isNaN(row[productKey]));
    if (!isReadable) {
      unreadableRows++;
      unreadable.add(key);
    } else if (row.id === '' || !seen.has(text)) {
      const { name, jobTitle } = row;
      const label = isEmailAddress(address) ? row.email : row.id;
      const person = people.get(key) ?? {
        label,
        ids: [],
        name,
        jobTitle,
        license: 0,
        card: 0,
        activatedOn: Number.POSITIVE_INFINITY,
        isOlder: false,
      };
      if (row.id !== '' && !isDamaged) person.ids.push(row.id);
      person.name ||= name;
      person.jobTitle ||= jobTitle;
      for (const productKey of productKeys) person[productKey] += row[productKey];
      person.activatedOn = Math.min(person.activatedOn, row.activatedOn || Number.POSITIVE_INFINITY);
      person.isOlder ||= row.license + row.card > row.last30Days;
      people.set(key, person);
    }
    seen.add(text);
  }
  return { people: people as ComparedPeople, unreadable, unreadableRows, damagedIds, unknownIds };
}

/** The key of a row without an address. No address begins with a space. */
function idKey(id: string): string {
  return ` ${id}`;
}

/** IDs that spreadsheets have changed to 1.20E+05, to a date such as 12-Mar, or to ##### in a narrow column. */
const DAMAGED =
  /^(?:\d(?:[.,]\d+)?E[+-]\d+|#.*|\d{1,4}[-./ ]{1,2}(?:\d\d?|\p{L}{3,4}\.?)(?:[-./ ]\d{2,4})?|\p{L}{3,4}[- ]\d\d)$/iu;

/** Finds who has an ID today, and recognizes IDs that a spreadsheet has changed, including IDs that lost leading zeros. */
export function indexIds(today: ComparedPeople) {
  const keysById = new Map<string, string>();
  const numbers = new Set<string>();
  for (const [key, { ids }] of today) {
    for (const id of ids) {
      // The ID of a row without an address identifies this row only.
      if (!keysById.has(id) || key === idKey(id)) keysById.set(id, key);
      for (const number of numbersOf(id)) numbers.add(number);
    }
  }
  return {
    personWith: (id: string) => keysById.get(id),
    isDamaged: (id: string) =>
      !keysById.has(id) &&
      !isLong(id) &&
      (DAMAGED.test(id) || numbersOf(id).some(number => numbers.has(number))),
  };
}

/** How many digits of a number a spreadsheet keeps. The others become zeros. */
const KEPT_DIGITS = 15;

/** The numbers that a spreadsheet can turn an ID into, such as 0042 or 12E4: it rounds some IDs, and cuts others. */
function numbersOf(id: string): readonly string[] {
  if (!/^\d+(?:[.,]\d+)?(?:E\+?\d+)?$/i.test(id)) return [];
  const rounded = Number(id.replace(',', '.')).toPrecision(KEPT_DIGITS);
  const digits = digitsOf(id);
  return digits === undefined
    ? [rounded]
    : [rounded, Number(digits.slice(0, KEPT_DIGITS).padEnd(digits.length, '0')).toPrecision(KEPT_DIGITS)];
}

/** Whether an ID has more digits than a spreadsheet keeps, so that none has changed it. */
function isLong(id: string): boolean {
  return /[1-9]/.test(digitsOf(id)?.slice(KEPT_DIGITS) ?? '');
}

/** The digits of an ID of digits only, without its first zeros. */
function digitsOf(id: string): string | undefined {
  return /^\d+$/.test(id) ? id.replace(/^0+/, '') : undefined;
}

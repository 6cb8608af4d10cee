import { formatCount } from '../../../shared/format-count';
import { PAGE_SIZE, type Query } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import { type ProductKey, productKeys, productTerms } from '../../../shared/products';
import { REMOVAL_LIMIT } from '../../../shared/removals';
import type {
  PeopleColumn,
  PeopleTableProps,
  PersonCell,
  PersonRow,
} from '../../../views/components/PeopleTable';
import type { LeaversContent, TableChoice } from '../../../views/pages/LeaversPage';
import { findEmailAddresses } from '../../compare/addresses';
import type { FoundPerson } from '../../leavers/result';
import { type SelectedPeople, selectionVersion } from '../../leavers/selected';
import { EMPTY, FILLED } from '../../leavers/table';
import { truncate } from '../../lists/text';
import type { Person } from '../../people/person';
import { emailKey } from '../../text/email-address';
import { capitalize, formatItems, formatPeople, formatUnbroken, listFirst } from '../format';
import { rowsKeyOf } from '../lists/selected-rows';
import { pageOfRows } from '../page-of-rows';
import {
  haveNoAddress,
  LICENSES_HAVE_NO_NAMES,
  notesOfReading,
  presentNotRead,
} from '../people-list/present-not-read';
import { presentPerson } from '../present-person';
import { productDefinitions } from '../product/products';
import { leaversUrl } from '../product/removal-urls';
import { jobsText } from '../product/removal-words';
import type { OpenedResult, OpenedTable } from './open-result';

type RowOption = TableChoice['rows'][number];
type ResultContent = Extract<LeaversContent, { state: 'result' }>;

/** The maximum length of a cell on a page, in characters. */
const CELL_LENGTH = 100;

/** The maximum HTML of a row's cells with their titles, and the HTML around one cell, in bytes. */
const ROW_BYTES = 2500;
const CELL_BYTES = 40;

/** The maximum length of a value in the select, in characters. */
const VALUE_LENGTH = 60;

/** The maximum number of columns to choose from, and the maximum HTML of the choices of rows, in bytes. */
const COLUMNS_LIMIT = 50;
const ROWS_BYTES = 60_000;

const titles = {
  addresses: 'People in your list',
  text: 'People in your text',
  table: 'People in your table',
} as const;

/** Presents the people of a result. `selected` says whose checkbox is ticked. */
export function presentResult(
  opening: OpenedResult,
  query: Query,
  selection: SelectedPeople,
  limitPerHour: number,
): ResultContent {
  const { result: stored, opened, loaded, matches } = opening;
  const { products } = loaded;
  const select = typeof query.select === 'string' ? query.select : undefined;
  const urlWith = (selected = select, path?: string) =>
    selected === undefined
      ? leaversUrl(query, path)
      : withParameter(leaversUrl(query, path), 'select', selected);
  const shown = columnsOf(opening);
  const people = matches.people.map(person => ({ key: emailKey(person.email), person }));
  const perhaps = matches.perhaps.map(each => ({ key: emailKey(each.person.email), ...each }));
  const isLeft = stored.subject === 'left';
  const isSelected = (key: string) => selection === 'all' || selection.has(key);
  // “Select all” selects nobody who is perhaps meant.
  const isPerhapsSelected = (key: string) => selection !== 'all' && selection.has(key);
  const { missing } = matches;
  const isMissingFile =
    missing.length > MISSING_LIMIT || htmlBytes(missing.map(({ email }) => email).join()) > MISSING_BYTES;
  const count = formatCount(matches.people.length);
  const pageOf = <Row>(rows: readonly Row[], parameter: PageParameter, label: string) =>
    pageOfRows(rows, { url: urlWith(select, paths.selectLeavers), query, parameter, anchor: 'found', label });
  const title = isLeft ? titles[stored.found.kind] : 'People who are not in your list';
  const removed = [...matches.removed].map(key => ({ key, person: undefined }));
  const found = pageOf<{ readonly key: string; readonly person: Person | undefined }>(
    [...people, ...removed],
    'page',
    title,
  );
  const perhapsPage = pageOf(perhaps, 'perhaps', 'people who are perhaps meant');
  const keysOnPage = new Set([...found.rows, ...perhapsPage.rows].map(({ key }) => key));
  const selected = [
    ...people.filter(({ key }) => isSelected(key)),
    ...perhaps.filter(({ key }) => isPerhapsSelected(key)),
  ];
  const noun = opened ? 'row' : 'line';
  const notRead =
    opened && isLeft ? { ...stored.found.notRead, lines: opened.withoutAddress } : stored.found.notRead;
  return {
    state: 'result',
    ...sentenceOf(opening),
    missingText: missing.length === 0 ? undefined : `${addressesWere(missing.length)} not found.`,
    noAddressText:
      notRead.lines.count === 0
        ? undefined
        : `${haveNoAddress(notRead.lines, noun)}${isLeft ? '' : `: read ${notRead.lines.count === 1 ? 'it' : 'them'} before you tick anybody`}.`,
    notes: notesOf(opening, limitPerHour),
    failures: loaded.unavailableProducts.map(productKey => ({
      text: `${productDefinitions[productKey].statsFailed}: ${productKey}s were not checked.`,
      retryHref: urlWith(),
    })),
    title,
    count: matches.count === 0 ? undefined : formatCount(matches.count),
    select:
      people.length === 0
        ? undefined
        : people.every(({ key }) => isSelected(key))
          ? { label: 'Select none', href: `${urlWith('none')}#found` }
          : {
              label: people.length === 1 ? 'Select this person' : `Select all ${count}`,
              href: `${urlWith('all')}#found`,
            },
    clearHref: `${urlWith('none')}#found`,
    choice: opened && isLeft ? presentChoice(opened, String(query.result)) : undefined,
    action: urlWith(select, paths.reviewLeavers),
    rowsKey: rowsKeyOf([...keysOnPage]),
    selectedElsewhere: selected.filter(({ key }) => !keysOnPage.has(key)).length,
    selectionVersion: selectionVersion(stored.selected),
    shown: [...found.rows, ...perhapsPage.rows].map(({ key, person }) => person?.email ?? key),
    people: presentTable(
      title,
      shown.columns,
      'page',
      found.rows.map(({ key, person }) =>
        person
          ? presentRow(person, products, shown.cellsOf(key), isSelected(key))
          : removedRow({ email: key, name: stored.reviewed[key] ?? '' }, shown.cellsOf(key)),
      ),
    ),
    pagination: found.pagination,
    perhaps: presentTable(
      isLeft ? 'Named, with another address or none' : 'Perhaps in your list, by name or a similar address',
      [FOUND_IN],
      'rows',
      perhapsPage.rows.map(({ key, person, line }) =>
        presentRow(person, products, { line: { text: line } }, isPerhapsSelected(key)),
      ),
    ),
    perhapsCount: formatCount(perhaps.length),
    perhapsPagination: perhapsPage.pagination,
    notRead: presentNotRead(notRead, noun, products.includes('license') ? LICENSES_HAVE_NO_NAMES : undefined),
    missing: {
      count: formatCount(missing.length),
      fileHref: isMissingFile ? leaversUrl(query, paths.leaversNotFound) : undefined,
      rows: missing.slice(0, isMissingFile ? PAGE_SIZE : MISSING_LIMIT).map(({ email, near }) => ({
        email,
        near: near && {
          email: near.email,
          href: withParameter(paths.people, 'q', near.email),
          holdings: describeHoldings(near),
        },
      })),
    },
  };
}

/** The parameters with the number of a page. */
export const pageParameters = ['page', 'perhaps'] as const;
type PageParameter = (typeof pageParameters)[number];

/** If more addresses were not found, or longer ones, the page links to a file with all of them. */
const MISSING_LIMIT = 100;
const MISSING_BYTES = 10_000;

/** People who can be selected, with their licenses and cards; undefined if there are none. */
function presentTable(
  caption: string,
  columns: readonly PeopleColumn[],
  selects: 'rows' | 'page',
  rows: readonly PersonRow[],
): PeopleTableProps | undefined {
  return rows.length === 0
    ? undefined
    : { caption, columns: [...columns, ...holdings], selects, groups: [{ rows }] };
}

const holdings = [
  { key: 'has', title: 'Has', kind: 'has' },
  { key: 'activity', title: 'Last 30 days', kind: 'number' },
] as const satisfies readonly PeopleColumn[];

const toDos = {
  addresses: '',
  text: 'Read the lines, then tick the people who have left.',
  table: 'Check the column and the rows, then tick the people who have left.',
} as const;

function sentenceOf({
  result: { subject, found },
  matches: { count, addresses, perhaps },
  loaded: { products, unavailableProducts },
}: OpenedResult): Pick<ResultContent, 'figure' | 'sentence'> {
  const checked = products.filter(productKey => !unavailableProducts.includes(productKey));
  if (checked.length === 0) return { figure: 'Nobody', sentence: 'could be checked.' };
  const isStaff = subject === 'stay';
  const isOne = count === 1 || (!isStaff && addresses === 1);
  const have = `${isOne ? 'has' : 'have'} a ${checked.join(' or a ')}`;
  const toDo = count + perhaps.length > 0 && (isStaff ? 'Tick the people who have left.' : toDos[found.kind]);
  const [named, are] = [formatPeople(perhaps.length), perhaps.length === 1 ? 'is' : 'are'];
  const byName = `${are} named with another address or none.`;
  if (addresses === 0 && perhaps.length > 0 && !isStaff)
    return { figure: named, sentence: `${byName} ${toDo || ''}`.trim() };
  const sentences = [
    isStaff
      ? `who ${have} ${isOne ? 'is' : 'are'} not in your list of current staff.`
      : `${addresses === 1 ? 'address' : 'addresses'} ${have}.`,
    perhaps.length > 0 && `${named} ${isStaff ? `may be in it.` : byName}`,
    toDo,
  ];
  return {
    figure: isStaff ? formatPeople(count) : `${formatCount(count)} of ${formatCount(addresses)}`,
    sentence: sentences.filter(Boolean).join(' '),
  };
}

/** “1 address was” or “12 addresses were”. */
function addressesWere(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'address was' : 'addresses were'}`;
}

function notesOf(
  { result: { subject, found }, opened, matches }: OpenedResult,
  limitPerHour: number,
): readonly string[] {
  const repeated = (subject === 'left' && opened?.repeated) || 0;
  const notes = [
    subject === 'stay' && `${addressesWere(found.addresses)} read.`,
    ...notesOfReading(found.notRead),
    repeated > 0 &&
      `${formatItems(repeated, 'row')} ${repeated === 1 ? 'repeats an address' : 'repeat addresses'} of earlier rows.`,
    found.unread.length > 0 && `Not read: ${listFirst(found.unread, found.unread.length)}.`,
    matches.count > matches.people.length &&
      `One removal has at most ${formatCount(REMOVAL_LIMIT)} licenses and cards. Remove these first; this page then shows the next ones. ${jobsText(matches.items, limitPerHour)}`,
  ];
  return notes.filter((note): note is string => note !== false);
}

type Cells = PersonRow['cells'];

/** The columns that say where each person was found, with each person's cells. */
interface FoundColumns {
  readonly columns: readonly PeopleColumn[];
  readonly cellsOf: (key: string) => Cells;
}

const FOUND_IN: PeopleColumn = { key: 'line', title: 'Found in', kind: 'line' };

function columnsOf({ result: { subject, found }, opened }: OpenedResult): FoundColumns {
  if (subject === 'left' && found.kind === 'text') {
    const lines = new Map<string, Line>([
      ...found.named.map(({ email, line }) => [email, { line, start: 0, end: 0 }] as const),
      ...found.people.map(person => [person.email, person] as const),
    ]);
    return { columns: [FOUND_IN], cellsOf: key => ({ line: marked(lines.get(key)) }) };
  }
  return subject === 'left' && opened ? tableColumns(opened) : { columns: [], cellsOf: () => ({}) };
}

/** The columns with the name, the filter, and the address where a cell has more than it. The others share the last one, closed. */
function tableColumns({ table, choice, nameColumn, people, filters }: OpenedTable): FoundColumns {
  const cellsOfRow = (key: string) => table.rows[people.get(key) ?? -1]?.split('\t') ?? [];
  const isMore = ([email, row]: readonly [string, number]) =>
    emailKey(table.rows[row]?.split('\t')[choice.personColumn] ?? '') !== email;
  // Before a choice, the one column in which some rows are empty, such as the last day.
  const [partly, ...others] = filters.filter(({ value }) => value.value === EMPTY);
  const filtered = choice.only ?? (others.length === 0 ? partly?.value : undefined);
  const shown = new Set(
    [nameColumn, filtered?.column, people.entries().some(isMore) ? choice.personColumn : undefined].filter(
      column => column !== undefined,
    ),
  );
  const titleOf = (index: number) => table.columns[index] ?? '';
  return {
    columns: [
      ...[...shown].map(
        index => ({ key: String(index), title: titleOf(index), kind: 'field', isLabeled: true }) as const,
      ),
      { key: 'others', title: 'More', kind: 'line' },
    ],
    cellsOf(key) {
      const cells = cellsOfRow(key);
      const texts = cells.map((text, index) => ({ key: String(index), title: titleOf(index), text }));
      const fields = [...shown].map(index => {
        const cell = cells[index] ?? '';
        const isAddress = index === choice.personColumn;
        return [index, isAddress ? addressCell(cell, key) : { text: truncate(cell, CELL_LENGTH) }] as const;
      });
      const visible = texts.filter((_, index) => shown.has(index));
      return { ...Object.fromEntries(fields), others: { others: firstCells(texts, visible) } };
    },
  };
}

type TitledCells = NonNullable<PersonCell['others']>;

/** The first cells that are not empty, up to ROW_BYTES with the visible ones, and the titles of both. */
function firstCells(cells: TitledCells, visible: TitledCells): TitledCells {
  const shown: TitledCells[number][] = [];
  let bytes = visible.reduce((sum, cell) => sum + cellBytes(cell), 0);
  for (const cell of cells) {
    if (cell.text === '') continue;
    bytes += cellBytes(cell);
    if (bytes > ROW_BYTES) return [...shown, { key: 'more', title: '…', text: 'The row has more cells.' }];
    shown.push({ ...cell, text: truncate(cell.text, CELL_LENGTH) });
  }
  return shown;
}

function cellBytes({ title, text }: TitledCells[number]): number {
  return CELL_BYTES + htmlBytes(title) + htmlBytes(truncate(text, CELL_LENGTH));
}

/** About the size of a text in HTML. */
function htmlBytes(text: string): number {
  return Buffer.byteLength(text) + 5 * (text.match(/[&<>"']/g)?.length ?? 0);
}

/** A cell around the address in it; empty if it has only the address. */
function addressCell(cell: string, email: string): PersonCell {
  if (emailKey(cell) === email) return {};
  const line = truncate(cell, CELL_LENGTH);
  const found = findEmailAddresses(line).find(address => address.email === email);
  return marked({ line, start: found?.start ?? line.length, end: found?.end ?? line.length });
}

/** A line, and where the address is in it. */
type Line = Pick<FoundPerson, 'line' | 'start' | 'end'>;

/** A line, with the address in it. */
function marked({ line, start, end }: Line = { line: '', start: 0, end: 0 }): PersonCell {
  return { text: line.slice(0, start), match: line.slice(start, end), after: line.slice(end) };
}

function presentRow(
  person: Person,
  products: readonly ProductKey[],
  found: Cells,
  isSelected: boolean,
): PersonRow {
  const { email } = person;
  const own = productsOf(person).filter(productKey => products.includes(productKey));
  const marks = own.map(productKey => {
    const count = person[productTerms[productKey].peopleColumns.count];
    const text = count === 1 ? capitalize(productKey) : formatItems(count, productKey);
    return { key: productKey, text, style: productKey };
  });
  const activity = own.map(productKey => {
    const { activityNoun, peopleColumns } = productTerms[productKey];
    return formatUnbroken(person[peopleColumns.last30Days], activityNoun);
  });
  return {
    key: email,
    person: presentPerson(person),
    selection: { name: 'person', value: email, isSelected },
    cells: { ...found, has: { marks }, activity: { text: activity.join(', ') } },
  };
}

/** A person who was removed cannot be selected. */
function removedRow(person: Pick<Person, 'email' | 'name'>, found: Cells): PersonRow {
  const { email } = person;
  const marks = [{ key: email, text: 'Removed', style: 'removed' }] as const;
  return { key: email, person: presentPerson(person), cells: { ...found, has: { marks } } };
}

/** “License and card”, or one of them. */
function describeHoldings(person: Person): string {
  return capitalize(productsOf(person).join(' and '));
}

function productsOf(person: Person): readonly ProductKey[] {
  return productKeys.filter(productKey => person[productTerms[productKey].peopleColumns.count] > 0);
}

function presentChoice(
  { table, choice, addressColumns, filters }: OpenedTable,
  resultId: string,
): TableChoice {
  const title = (column: number) => table.columns[column] ?? '';
  const person = addressColumns.map(({ value, count }) => ({
    value: String(value),
    label: `${title(value)} (${formatCount(count)})`,
    isChosen: value === choice.personColumn,
  }));
  const words = new Map([
    [EMPTY, 'empty'],
    [FILLED, 'not empty'],
  ]);
  const rows = filters.map(({ value: { column, value }, count }) => {
    const word = words.get(value) ?? truncate(value.slice(1), VALUE_LENGTH);
    return {
      column,
      value: `${column}:${value}`,
      label: `${title(column)} is ${word} (${formatCount(count)})`,
      isChosen: column === choice.only?.column && value === choice.only.value,
    };
  });
  return {
    resultId,
    person: person.filter(({ isChosen }, index) => index < COLUMNS_LIMIT || isChosen),
    rows: [{ value: '', label: 'All rows', isChosen: choice.only === undefined }, ...firstFilters(rows)],
  };
}

/**
 * The filters, columns with few of them first: up to ROWS_BYTES, the first ones of each column, then the
 * second ones, and so on; and the chosen one.
 */
function firstFilters(rows: readonly (RowOption & { readonly column: number })[]): readonly RowOption[] {
  const columns = [...Map.groupBy(rows, ({ column }) => column).values()].toSorted(
    (a, b) => a.length - b.length,
  );
  const ranked = columns.flatMap(own => own.map((row, rank) => ({ row, rank })));
  let bytes = 0;
  const offered = new Set(
    ranked
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ row }) => row)
      .filter(({ value, label, isChosen }) => {
        bytes += CELL_BYTES + htmlBytes(value) + htmlBytes(label);
        return bytes <= ROWS_BYTES || isChosen;
      }),
  );
  return columns.flat().filter(row => offered.has(row));
}

import type { Query } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import { type ProductKey, productKeys, productTerms } from '../../../shared/products';
import { REMOVAL_LIMIT } from '../../../shared/removals';
import type {
  LeaversCell,
  LeaversColumn,
  LeaversContent,
  LeaversRow,
  TableChoice,
} from '../../../views/pages/LeaversPage';
import { emailKey } from '../../email-address';
import { truncate } from '../../lists/text';
import type { Person } from '../../people/person';
import { capitalize, formatCount, formatItems, formatPeople, nameSome } from '../format';
import { rowsKeyOf } from '../lists/selected-rows';
import { presentPerson } from '../present-person';
import { productDefinitions } from '../product/products';
import { leaversUrl } from '../product/removal-urls';
import { jobsText } from '../product/removal-words';
import { type OpenedResult, type OpenedTable, removedIn } from './open-result';

type ResultContent = Extract<LeaversContent, { state: 'result' }>;

/** How many columns of a table, besides the one that it is filtered by, are columns of the page. The others share one. */
const SHOWN_COLUMNS = 2;

const CELL_LENGTH = 200;

const titles = {
  list: 'People in your list',
  text: 'People in your text',
  table: 'People in your table',
} as const;

/** Presents what the people of a result have. `selected` says whose checkbox is ticked. */
export function presentResult(
  opening: OpenedResult,
  query: Query,
  selected: (email: string) => boolean,
  limitPerHour: number,
): ResultContent {
  const { result: stored, opened, loaded, matches } = opening;
  const page = leaversUrl(query);
  const shown = columnsOf(opening);
  const people = matches.people.map(person => ({ key: emailKey(person.email), person }));
  const isLeft = stored.listOf === 'left';
  const removed = removedIn(opening);
  const missing = matches.missing.filter(({ email }) => !removed.has(email));
  const areAllSelected = people.length > 0 && people.every(({ key }) => selected(key));
  const count = formatCount(matches.people.length);
  const linkTo = (select: string) => `${withParameter(page, 'select')(select)}#found`;
  return {
    state: 'result',
    ...sentenceOf(opening, missing.length),
    notes: notesOf(opening, limitPerHour),
    failures: loaded.unavailableProducts.map(product => ({
      text: `${productDefinitions[product].statsFailed}: ${product}s were not checked.`,
      retryHref: typeof query.select === 'string' ? withParameter(page, 'select')(query.select) : page,
    })),
    title: isLeft ? titles[stored.found.kind] : 'People who are not in your list',
    count: formatCount(matches.count),
    select:
      people.length === 0
        ? undefined
        : areAllSelected
          ? { label: 'Select none', href: linkTo('none') }
          : { label: `Select all ${count}`, href: linkTo('all') },
    clearHref: linkTo('none'),
    choice: opened && isLeft ? presentChoice(opened, String(query.answer)) : undefined,
    columns: shown.columns,
    action: `${paths.reviewLeavers}?${page.split('?')[1] ?? ''}`,
    rowsKey: rowsKeyOf(people.map(({ key }) => key)),
    rows: [
      ...people.map(({ key, person }) => ({
        ...presentRow(person, loaded.products),
        cells: shown.cellsOf(key),
        selection: { name: 'person', value: person.email, isSelected: selected(key) } as const,
      })),
      ...[...removed].map(email => ({
        email,
        person: presentPerson({ email }),
        tags: [],
        activity: '',
        isRemoved: true,
        cells: shown.cellsOf(email),
      })),
    ],
    missing: missing.map(({ email, near }) => ({
      email,
      near: near && {
        email: near.email,
        href: withParameter(paths.people, 'q')(near.email),
        holdings: describeHoldings(near),
      },
    })),
  };
}

function sentenceOf(
  { result: { listOf, found }, matches, loaded }: OpenedResult,
  missing: number,
): Pick<ResultContent, 'figure' | 'sentence' | 'missingText'> {
  const have = `a ${loaded.products.join(' or a ')}`;
  const people = formatPeople(matches.count);
  const [has, are] = matches.count === 1 ? ['has', 'is'] : ['have', 'are'];
  if (listOf === 'stay') {
    return {
      figure: people,
      sentence: `who ${has} ${have} ${are} not in your list of current staff. Tick who has left.`,
      missingText: undefined,
    };
  }
  const missingText = missing === 0 ? undefined : `${formatAddresses(missing)} not found.`;
  switch (found.kind) {
    case 'list':
      return {
        figure: `${formatCount(matches.count)} of ${formatCount(matches.addresses)}`,
        sentence: `${matches.addresses === 1 ? 'address' : 'addresses'} ${has} ${have}.`,
        missingText: missingText?.replace(/ address(es)?/, ''),
      };
    case 'text':
      return {
        figure: people,
        sentence: `${are} in this text. Read the lines, then tick who has left.`,
        missingText,
      };
    case 'table':
      return {
        figure: people,
        sentence: `in this table ${has} ${have}. Check the column and the rows, then tick.`,
        missingText,
      };
  }
}

/** “1 address was” or “12 addresses were”. */
function formatAddresses(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'address was' : 'addresses were'}`;
}

function notesOf(
  { result: { listOf, found }, matches }: OpenedResult,
  limitPerHour: number,
): readonly string[] {
  const lines = found.kind === 'table' ? 'row' : 'line';
  const notes = [
    listOf === 'stay'
      ? `${formatAddresses(found.addresses)} read${found.without > 0 ? `, and ${formatItems(found.without, lines)} had none` : ''}.`
      : found.kind === 'table' &&
        found.without > 0 &&
        `${formatItems(found.without, lines)} ${found.without === 1 ? 'has' : 'have'} no email address.`,
    found.unread.length > 0 && `Not read: ${nameSome(found.unread, found.unread.length)}.`,
    matches.count > matches.people.length &&
      `One run removes ${formatCount(REMOVAL_LIMIT)} licenses and cards at most: remove these first, then this page shows the next. ${jobsText(matches.count, limitPerHour)}`,
  ];
  return notes.filter(note => note !== false);
}

/** The columns that say where each person was found, and the texts of a person in them. */
function columnsOf({ result: { listOf, found }, opened }: OpenedResult): {
  readonly columns: readonly LeaversColumn[];
  readonly cellsOf: (key: string) => readonly LeaversCell[];
} {
  if (listOf === 'left' && found.kind === 'text') {
    const column = { key: 'line', title: 'Found in' };
    const lines = new Map(found.people.map(person => [person.email, person]));
    return { columns: [column], cellsOf: key => [{ column, ...marked(lines.get(key)) }] };
  }
  return listOf === 'left' && opened ? tableColumns(opened) : { columns: [], cellsOf: () => [] };
}

function tableColumns({ table, choice, people, filledColumns }: OpenedTable): ReturnType<typeof columnsOf> {
  const { personColumn, filterColumn } = choice;
  const filter = filterColumn === undefined ? [] : [filterColumn];
  const others = filledColumns.filter(column => column !== personColumn && column !== filterColumn);
  const own = (index: number) => ({ key: String(index), title: table.columns[index] ?? '', from: [index] });
  const joined = { key: 'others', title: 'Other columns', from: others };
  const columns = [...filter.map(own), ...(others.length > SHOWN_COLUMNS ? [joined] : others.map(own))];
  return {
    columns,
    cellsOf(key) {
      const cells = table.rows[people.get(key) ?? -1]?.split('\t') ?? [];
      return columns.map(column => {
        const texts = column.from.map(index => ({ ...own(index), text: cells[index] ?? '' }));
        if (column.from.length === 1)
          return {
            column,
            before: truncate(texts[0]?.text ?? '', CELL_LENGTH),
            match: '',
            after: '',
            others: [],
          };
        return { column, before: '', match: '', after: '', others: truncateTogether(texts) };
      });
    },
  };
}

/** The texts that are not empty, up to the length of one cell together. */
function truncateTogether<Cell extends { readonly text: string }>(cells: readonly Cell[]): readonly Cell[] {
  let left = CELL_LENGTH;
  return cells.flatMap(cell => {
    if (cell.text === '' || left <= 0) return [];
    const text = truncate(cell.text, left);
    left -= cell.text.length;
    return [{ ...cell, text }];
  });
}

/** A line, around the address in it. */
function marked(person: { readonly line: string; readonly start: number; readonly end: number } | undefined) {
  const { line, start, end } = person ?? { line: '', start: 0, end: 0 };
  return { before: line.slice(0, start), match: line.slice(start, end), after: line.slice(end), others: [] };
}

function presentRow(person: Person, products: readonly ProductKey[]): Omit<LeaversRow, 'cells'> {
  const own = productsOf(person).filter(product => products.includes(product));
  return {
    email: person.email,
    person: presentPerson(person),
    tags: own.map(product => {
      const count = person[productTerms[product].peopleColumns.count];
      return { product, label: count === 1 ? capitalize(product) : formatItems(count, product) };
    }),
    activity: own
      .map(product =>
        formatItems(
          person[productTerms[product].peopleColumns.last30Days],
          productTerms[product].activityNoun,
        ),
      )
      .join(', '),
  };
}

/** For instance “License and card”. */
function describeHoldings(person: Person): string {
  return capitalize(productsOf(person).join(' and '));
}

function productsOf(person: Person): readonly ProductKey[] {
  return productKeys.filter(product => person[productTerms[product].peopleColumns.count] > 0);
}

function presentChoice(
  { table, choice, addressColumns, filterColumns, filterValues }: OpenedTable,
  resultId: string,
): TableChoice {
  const { personColumn, filterColumn, filterValue } = choice;
  const title = (column: number) => table.columns[column] ?? '';
  return {
    resultId,
    person: addressColumns.map(({ value, count }) => ({
      value: String(value),
      label: `${title(value)} (${formatCount(count)})`,
      isChosen: value === personColumn,
    })),
    where: [
      { value: '', label: 'Any column', isChosen: filterColumn === undefined },
      ...filterColumns.map(column => ({
        value: String(column),
        label: title(column),
        isChosen: column === filterColumn,
      })),
    ],
    is:
      filterColumn === undefined
        ? undefined
        : [
            { value: '', label: 'Anything', isChosen: filterValue === undefined },
            ...filterValues.map(({ value, count }) => ({
              value: `=${value}`,
              label: `${value || '(empty)'} (${formatCount(count)})`,
              isChosen: value === filterValue,
            })),
          ],
  };
}

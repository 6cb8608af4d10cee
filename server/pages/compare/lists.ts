import { type ListState, oneOf } from '../../../shared/list-state';
import { paths } from '../../../shared/paths';
import type { ComparedFigure, ComparedRow, ComparedSort } from '../../../views/pages/compared-columns';
import type { PersonFigure } from '../../../views/pages/PeoplePage';
import { type Changes, openRow } from '../../comparisons/comparison';
import { exportFormats, measuresOf } from '../../comparisons/export-formats';
import type { ExportContent } from '../../lists/exports';
import { createList, type ListOf, type SortTable } from '../../lists/list';
import { createTable } from '../../lists/table';
import { presentEmail, presentFigure } from '../figures';
import { defineList } from '../product/define-list';
import { pageLists } from '../product/page-lists';

/** A person in a list of a comparison. */
interface ListedPerson {
  /** The email address, or the ID in a list of IDs. */
  readonly person: string;
  readonly id: string;
  readonly name: string;
  readonly note: string;
  /** Their change, also as a number, by which they are filtered. Empty in the list of rows to check. */
  readonly change: string;
  readonly changeNumber: number;
  /** The totals of what the export counts. */
  readonly before: number;
  readonly after: number;
  readonly growth: number;
  /** The visits in an export that counts leads, too. */
  readonly visitsBefore: number;
  readonly visitsAfter: number;
  readonly visitsGrowth: number;
}

/** The lists of a comparison. */
export interface ComparedLists {
  readonly kind: Changes['kind'];
  readonly people: ListOf<ListedPerson>;
  readonly unclear: ListOf<ListedPerson>;
}

/** Those who joined, left or stayed, also as values of the filter. */
const changes = ['joined', 'left', 'stayed'] as const;

export const changeLabels = {
  joined: 'Joined',
  left: 'Left',
  stayed: 'On both lists',
} as const satisfies Record<(typeof changes)[number], string>;

/** The lists of a comparison, from its stored rows. */
export function openLists({ kind, lists }: Changes, sortTable: SortTable): ComparedLists {
  const [first = 'leads'] = measuresOf(kind);
  const growth = ({ before, after }: ReturnType<typeof openRow>['leads']) => Math.max(0, after - before);
  const rowsOf = (name: keyof Changes['lists']) =>
    lists[name].rows.map(row => ({ ...openRow(row), change: changes.find(change => change === name) }));
  const open = (rows: ReturnType<typeof rowsOf>) =>
    createList(
      createTable(rows, {
        texts: {
          person: row => row.person,
          id: row => row.id,
          name: row => row.name,
          note: row => row.note,
          change: ({ change }) => (change ? changeLabels[change] : ''),
        },
        counts: {
          changeNumber: ({ change }) => (change ? changes.indexOf(change) : -1),
          before: row => row[first].before,
          after: row => row[first].after,
          growth: row => growth(row[first]),
          visitsBefore: ({ visits }) => visits.before,
          visitsAfter: ({ visits }) => visits.after,
          visitsGrowth: ({ visits }) => growth(visits),
        },
      }),
      sortTable,
    );
  return { kind, people: open(changes.flatMap(rowsOf)), unclear: open(rowsOf('unclear')) };
}

const changeFilter = oneOf(['', ...changes]);

/** The lists of a comparison on their page, whose links and forms keep its ID. */
export const comparisonLists = pageLists(paths.compare, {
  people: comparedList({
    name: 'people',
    title: 'Person by person',
    rowsName: 'people compared',
    sorts: ['growth', 'after', 'before', 'visitsGrowth', 'visitsAfter', 'visitsBefore', 'person'],
    selects: [
      {
        ...changeFilter,
        name: 'change',
        label: 'Change',
        options: [
          { value: '', label: 'Everyone' },
          ...changes.map(value => ({ value, label: changeLabels[value] })),
        ],
        ranges({ change: value }: ListState) {
          const change = changeFilter.read(value);
          if (change === '') return [];
          const number = changes.indexOf(change);
          return [{ key: 'changeNumber', min: number, max: number }];
        },
      },
    ],
  }),
  unclear: comparedList({
    name: 'unclear',
    title: 'To Check',
    subtitle: 'Totals that fell, and rows that could not be compared. Nothing about them was guessed',
    rowsName: 'rows to check',
    prefix: 'u',
    sorts: ['before', 'after', 'person'],
  }),
});

type ListDefinition = Parameters<ReturnType<typeof defineList<ComparedLists, ListedPerson>>>[0];

interface ComparedListOptions {
  readonly name: 'people' | 'unclear';
  readonly title: string;
  readonly subtitle?: string;
  readonly rowsName: string;
  readonly prefix?: string;
  /** The first one is the default. */
  readonly sorts: readonly [ComparedSort, ...ComparedSort[]];
  readonly selects?: NonNullable<NonNullable<ListDefinition['search']>['selects']>;
}

function comparedList({ name, sorts, selects = [], ...texts }: ComparedListOptions) {
  return defineList<ComparedLists, ListedPerson>()({
    ...texts,
    id: name === 'people' ? 'compared' : name,
    qualifier: texts.title.toLowerCase(),
    rows: source => source[name],
    unreadable: '',
    search: {
      columns: ['person', 'name', 'id'],
      placeholder: 'Search name, email or ID',
      selects,
      nothingFound: { title: 'Nobody found', hint: 'Try adjusting your search terms or the filter.' },
    },
    // Without new leads, those who joined or left come first.
    order: { columns: sorts, ties: ['change', 'person'] },
    presentRows: (rows, { largest }) =>
      rows.map(({ person, id, name: personName, note, change, changeNumber, ...counts }): ComparedRow => {
        const [hasJoined, hasLeft] = [changes[changeNumber] === 'joined', changes[changeNumber] === 'left'];
        const figure = (key: ComparedFigure, isMissing: boolean): PersonFigure =>
          isMissing ? { text: '–' } : presentFigure(counts[key], largest(key) || undefined);
        return {
          ...{ person: presentEmail(person), id, name: personName, note },
          joined: hasJoined ? change : '',
          left: hasLeft ? change : '',
          before: figure('before', hasJoined),
          after: figure('after', hasLeft),
          growth: figure('growth', hasLeft),
          visitsBefore: figure('visitsBefore', hasJoined),
          visitsAfter: figure('visitsAfter', hasLeft),
          visitsGrowth: figure('visitsGrowth', hasLeft),
        };
      }),
    download: {
      file: `${name}`,
      content: (_query, { kind }) => ({
        name: name === 'people' ? 'comparison' : 'comparison-to-check',
        rows: 'row(s)',
        columns: csvColumns(kind, name),
      }),
    },
  });
}

function csvColumns(
  kind: Changes['kind'],
  name: ComparedListOptions['name'],
): ExportContent<ListedPerson>['columns'] {
  const change: ExportContent<ListedPerson>['columns'] = name === 'people' ? { change: 'change' } : {};
  const [measure, second] = measuresOf(kind);
  const { id = 'id' } = exportFormats[kind];
  if (measure === undefined) return { [id]: 'person', ...change, note: 'note' };
  return {
    email: 'person',
    ...(kind !== 'licenses' && { name: 'name' }),
    ...(kind !== 'people' && { [id]: 'id' }),
    ...change,
    [`${measure}Before`]: 'before',
    [`${measure}After`]: 'after',
    [`${measure}New`]: 'growth',
    ...(second && { visitsBefore: 'visitsBefore', visitsAfter: 'visitsAfter', visitsNew: 'visitsGrowth' }),
    note: 'note',
  };
}

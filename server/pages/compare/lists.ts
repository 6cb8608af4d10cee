import { type ListParameters, searchText } from '../../../shared/list-state';
import { paths } from '../../../shared/paths';
import type { ComparedRow, ComparedSort } from '../../../views/pages/ComparePage';
import type { Changes, Listed } from '../../comparisons/comparison';
import { exportFormats, measuresOf } from '../../comparisons/export-formats';
import type { CsvExport } from '../../lists/exports';
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
  /** The totals of what the export counts. */
  readonly before: number;
  readonly after: number;
  readonly growth: number;
  /** The visits in an export that counts leads, too. */
  readonly visitsBefore: number;
  readonly visitsAfter: number;
  readonly visitsGrowth: number;
}

type ListName = keyof Changes['lists'];

/** The lists of a comparison. */
export interface ComparedLists extends Readonly<Record<ListName, ListOf<ListedPerson>>> {
  readonly kind: Changes['kind'];
}

/** The lists of a comparison, from its stored rows. */
export function openLists({ kind, lists }: Changes, sortTable: SortTable): ComparedLists {
  const countsVisits = measuresOf(kind)[0] === 'visits';
  const leads = ([, , , , before, after]: Listed) => ({ before, after });
  const visits = ([, , , , , , before, after]: Listed) => ({ before, after });
  const first = countsVisits ? visits : leads;
  const growth = ({ before, after }: ReturnType<typeof leads>) => Math.max(0, after - before);
  const open = ({ rows }: Changes['lists'][ListName]) =>
    createList(
      createTable(rows, {
        texts: {
          person: ([person]) => person,
          id: ([, id]) => id,
          name: ([, , name]) => name,
          note: ([, , , note]) => note,
        },
        counts: {
          before: row => first(row).before,
          after: row => first(row).after,
          growth: row => growth(first(row)),
          visitsBefore: row => visits(row).before,
          visitsAfter: row => visits(row).after,
          visitsGrowth: row => growth(visits(row)),
        },
      }),
      sortTable,
    );
  return {
    kind,
    joined: open(lists.joined),
    left: open(lists.left),
    changed: open(lists.changed),
    unclear: open(lists.unclear),
  };
}

/** The lists of a comparison on their page. Its ID is a parameter, so that the links and forms of all lists keep it. */
export const comparisonLists = pageLists(paths.compare, {
  joined: comparedList({
    name: 'joined',
    title: 'Joined',
    subtitle: 'Only in the later list',
    rowsName: 'people who joined',
    empty: { title: 'Nobody joined', hint: 'Everyone in the later list was in the earlier one.' },
    sorts: ['after', 'visitsAfter'],
    pageParameters: { comparison: searchText },
  }),
  left: comparedList({
    name: 'left',
    title: 'Left',
    subtitle: 'Only in the earlier list',
    rowsName: 'people who left',
    empty: { title: 'Nobody left', hint: 'Everyone in the earlier list is in the later one.' },
    sorts: ['before', 'visitsBefore'],
  }),
  changed: comparedList({
    name: 'changed',
    title: 'Changed',
    subtitle: 'In both lists, with another total, name, job title or ID',
    rowsName: 'people who changed',
    empty: { title: 'Nothing changed', hint: 'Everyone in both lists has the same totals in both.' },
    sorts: ['growth', 'after', 'before', 'visitsGrowth', 'visitsAfter', 'visitsBefore'],
  }),
  unclear: comparedList({
    name: 'unclear',
    title: 'To Check',
    subtitle: 'Totals that fell, and rows that could not be compared. Nothing about them was guessed',
    rowsName: 'rows to check',
    sorts: ['before', 'after'],
  }),
});

interface ComparedListOptions {
  readonly name: ListName;
  readonly title: string;
  readonly subtitle: string;
  readonly rowsName: string;
  readonly empty?: { readonly title: string; readonly hint: string };
  /** The first one is the default. */
  readonly sorts: readonly [ComparedSort, ...ComparedSort[]];
  readonly pageParameters?: ListParameters;
}

function comparedList({ name, sorts, ...texts }: ComparedListOptions) {
  // The names must differ from those of the other lists.
  const [query, sort, direction, page] = ['q', 'sort', 'dir', 'page'].map(each => name.charAt(0) + each) as [
    string,
    string,
    string,
    string,
  ];
  return defineList<ComparedLists, ListedPerson>()({
    ...texts,
    id: name,
    qualifier: texts.title.toLowerCase(),
    rows: source => source[name],
    unreadable: '',
    pageParameter: page,
    search: {
      parameter: query,
      columns: ['person', 'name', 'id'],
      placeholder: 'Search name, email or ID',
      nothingFound: { title: 'Nobody found', hint: 'Try adjusting your search terms.' },
    },
    order: { columns: sorts, by: sort, direction, ties: ['person'] },
    presentRows: (rows, { state, allRows }) =>
      rows.map(({ person, id, name: personName, note, ...counts }): ComparedRow => {
        const figure = (key: ComparedSort) =>
          presentFigure(counts[key], key === state[sort] ? allRows.largest(key) : undefined);
        return {
          ...{ person: presentEmail(person), id, name: personName, note },
          before: figure('before'),
          after: figure('after'),
          growth: figure('growth'),
          visitsBefore: figure('visitsBefore'),
          visitsAfter: figure('visitsAfter'),
          visitsGrowth: figure('visitsGrowth'),
        };
      }),
    download: {
      file: `${name}.csv`,
      content: (_query, { kind }) => ({
        name: `comparison-${name}`,
        rows: 'row(s)',
        columns: csvColumns(kind),
      }),
      links: [{ label: 'Export', what: texts.rowsName }],
    },
  });
}

function csvColumns(kind: Changes['kind']): CsvExport<ListedPerson>['columns'] {
  const [measure, second] = measuresOf(kind);
  const { id = 'id' } = exportFormats[kind];
  if (measure === undefined) return { [id]: 'person', note: 'note' };
  return {
    email: 'person',
    ...(kind !== 'licenses' && { name: 'name' }),
    ...(kind !== 'people' && { [id]: 'id' }),
    [`${measure}Before`]: 'before',
    [`${measure}After`]: 'after',
    [`${measure}New`]: 'growth',
    ...(second && { visitsBefore: 'visitsBefore', visitsAfter: 'visitsAfter', visitsNew: 'visitsGrowth' }),
    note: 'note',
  };
}

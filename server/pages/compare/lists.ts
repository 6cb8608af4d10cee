import { paths } from '../../../shared/paths';
import type { ProductKey } from '../../../shared/products';
import type { ComparedFigure, ComparedRow, ComparedSort } from '../../../views/pages/ComparePage';
import { type ChangedRow, type Changes, changeNames } from '../../comparisons/compare';
import { createList, type List, type SortTable } from '../../lists/list';
import { createTable } from '../../lists/table';
import { presentFigure } from '../format';
import { defineList } from '../lists/define-list';
import { pageLists } from '../lists/page-lists';
import { presentPerson } from '../present-person';

interface ChangedPerson extends Readonly<Record<ComparedFigure, number>> {
  /** The email address, or the ID of a license or card without one. */
  readonly person: string;
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly change: string;
  /** The change as a number, by which rows are filtered. */
  readonly changeNumber: number;
}

interface ComparedRows {
  readonly changes: Changes;
  readonly rows: List<ChangedPerson>;
}

const changeLabels = {
  joined: 'Joined',
  left: 'Left',
  changed: 'Changed',
  same: 'Unchanged',
  notInExport: 'Not in the export',
} as const;

export function openChanges(changes: Changes, sortTable: SortTable): ComparedRows {
  const growthOf = ({ change, before, after }: ChangedRow, productKey: ProductKey) =>
    change === 'notInExport' ? 0 : Math.max(0, after[productKey] - before[productKey]);
  const [first = 'license'] = changes.counted;
  const table = createTable(changes.rows, {
    texts: {
      person: row => row.label,
      id: row => row.ids,
      name: row => row.name,
      note: row => row.note,
      change: row => changeLabels[row.change],
    },
    counts: {
      changeNumber: row => changeNames.indexOf(row.change),
      before: row => row.before[first],
      after: row => row.after[first],
      growth: row => growthOf(row, first),
      visitsBefore: row => row.before.card,
      visitsAfter: row => row.after.card,
      visitsGrowth: row => growthOf(row, 'card'),
    },
  });
  return { changes, rows: createList(table, sortTable) };
}

const optionOf = (change: Exclude<ChangedRow['change'], 'same'>) => {
  const number = changeNames.indexOf(change);
  return {
    value: change,
    label: changeLabels[change],
    ranges: [{ key: 'changeNumber' as const, min: number, max: number }],
  };
};

/** The tabs above the table. */
export const changeFilter = {
  name: 'change',
  label: 'Change',
  options: [
    { value: '', label: 'All', ranges: [] },
    optionOf('joined'),
    optionOf('left'),
    optionOf('changed'),
    optionOf('notInExport'),
  ],
};

/** The beginning of the headings of each product's columns. */
const activities: Readonly<Record<ProductKey, string>> = { license: 'leads', card: 'visits' };

const sorts: readonly ComparedSort[] = [
  'growth',
  'after',
  'before',
  'visitsGrowth',
  'visitsAfter',
  'visitsBefore',
  'person',
];

/** The people of a comparison on their page, whose links and forms keep its ID. */
export const comparisonLists = pageLists(paths.compare, {
  people: defineList<ComparedRows, ChangedPerson, ComparedRow>({
    id: 'compared',
    title: 'Person by person',
    rowsName: 'people compared',
    rows: ({ rows }) => rows,
    unreadable: '',
    search: {
      columns: ['person', 'name', 'id'],
      placeholder: 'Search name, email or ID',
      nothingFound: { title: 'Nobody found', hint: 'Try another search or another tab.' },
    },
    filter: changeFilter,
    // Without anything new, people who joined or left come first.
    order: { columns: Object.fromEntries(sorts.map(sort => [sort, sort])), ties: ['change', 'person'] },
    presentRows: (rows, { largest }) =>
      rows.map((row): ComparedRow => {
        const change = changeNames[row.changeNumber];
        const figure = (key: ComparedFigure, isMissing: boolean) =>
          isMissing
            ? { text: '' }
            : presentFigure(
                row[key],
                key === 'growth' || key === 'visitsGrowth' ? largest(key) || undefined : undefined,
              );
        const [hasJoined, hasLeft] = [change === 'joined', change === 'left'];
        const isNotInExport = change === 'notInExport';
        const [wasMissing, hasNoGrowth] = [hasJoined || isNotInExport, hasLeft || isNotInExport];
        return {
          person: presentPerson({ name: row.name, email: row.person }),
          note: isNotInExport ? changeLabels.notInExport : row.note,
          joined: hasJoined ? changeLabels.joined : '',
          left: hasLeft ? changeLabels.left : '',
          before: figure('before', wasMissing),
          after: figure('after', hasLeft),
          growth: figure('growth', hasNoGrowth),
          visitsBefore: figure('visitsBefore', wasMissing),
          visitsAfter: figure('visitsAfter', hasLeft),
          visitsGrowth: figure('visitsGrowth', hasNoGrowth),
        };
      }),
    download: {
      file: 'people',
      content: (_query, { changes: { kind, counted } }) => ({
        name: 'what-changed',
        rows: 'row(s)',
        columns: {
          email: 'person',
          ...(kind === 'licenses' ? { userId: 'id' } : { name: 'name' }),
          ...(kind === 'cards' && { cardId: 'id' }),
          change: 'change',
          [`${activities[counted[0] ?? 'license']}Before`]: 'before',
          [`${activities[counted[0] ?? 'license']}After`]: 'after',
          [`${activities[counted[0] ?? 'license']}New`]: 'growth',
          ...(counted.length > 1 && {
            visitsBefore: 'visitsBefore',
            visitsAfter: 'visitsAfter',
            visitsNew: 'visitsGrowth',
          }),
          note: 'note',
        },
      }),
      links: [{ what: 'people' }],
    },
  }),
});

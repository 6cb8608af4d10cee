import { paths, withParameter } from '../../../shared/paths';
import type { ListContent } from '../../../views/components/ListSection';
import type { Metric } from '../../../views/components/Metrics';
import type { PageTitle } from '../../../views/components/PageHead';
import type { BarChartProps } from '../../../views/components/plots/BarChart';
import type { LayoutProps } from '../../../views/Layout';
import type { ChangedPeople, CompareContent, SummaryPart } from '../../../views/pages/ComparePage';
import type { ComparedRow } from '../../../views/pages/compared-columns';
import { type Changes, openRow, type Side, type StoredComparison } from '../../comparisons/comparison';
import { exportFormats, type Measure, measuresOf } from '../../comparisons/export-formats';
import type { Dependencies } from '../../dependencies';
import { dayOf, formatDay, formatShortDay } from '../days';
import { capitalize, formatCount, formatPeople, shortenCount } from '../figures';
import type { SignedInRequest } from '../handler';
import { bucketRanges, describeRange } from '../product/count-range';
import { presentLists } from '../product/list-view';
import { keepParameters } from '../product/page-lists';
import { hasLongNames, presentBars } from '../product/plots';
import { changeLabels, comparisonLists, openLists } from './lists';

export const comparisonAddress = withParameter(paths.compare, 'comparison');

/** The names of the measures in sentences. */
export const nouns: Readonly<Record<Measure, string>> = { leads: 'leads', visits: 'profile visits' };

/** The content of a comparison's page, or of the page to print (P346). */
export async function presentComparison(
  { query }: SignedInRequest,
  { before, after, changes }: StoredComparison,
  { workers, now }: Dependencies,
): Promise<CompareContent> {
  const id = String(query.comparison);
  const source = openLists(changes, workers.sortTable);
  const isPrint = query.print !== undefined;
  const address = comparisonAddress(id);
  const owner = keepParameters(comparisonLists, { comparison: id });
  const { lists } = await presentLists(owner, source, isPrint ? { query: {}, isWhole: true } : { query });
  return {
    state: isPrint ? 'print' : 'comparison',
    kind: changes.kind,
    today: formatDay(dayOf(now())),
    address,
    printHref: withParameter(address, 'print')('1'),
    summary: presentSummary(before, after, changes),
    metrics: presentMetrics(changes, isPrint ? undefined : showChange),
    notes: presentNotes(before, after, changes),
    charts: isPrint ? [] : changes.measures.flatMap(measure => presentChart(measure, changes)),
    groups: isPrint ? [] : presentGroups(changes, showChange),
    lists: isPrint ? { people: toPrint(lists.people), unclear: toPrint(lists.unclear) } : lists,
  };

  /** The URL of the list of those who joined, or who left. */
  function showChange(change: string): string {
    const joinedOrLeft = withParameter(paths.compare, 'change')(change);
    return `${withParameter(joinedOrLeft, 'comparison')(id)}#${comparisonLists.lists.people.id}`;
  }
}

/** A list with nothing to click. Those who joined and left come first. */
function toPrint(list: ListContent<ComparedRow> | undefined): ListContent<ComparedRow> | undefined {
  if (!list || 'unreadable' in list) return list;
  return {
    ...{ ...list, search: undefined, exports: undefined, pagination: undefined, sorts: undefined },
    rows: list.rows.toSorted((a, b) => printedPlace(a) - printedPlace(b)),
  };
}

/** The title of a comparison: its list and days and, to be printed, whose it is, and from when. */
export function presentTitle(
  { before, after, changes }: StoredComparison,
  content: CompareContent,
  { title, company, name, email }: LayoutProps,
): PageTitle {
  const list = exportFormats[changes.kind].title;
  const subtitle = `${list}: ${sideText(before, 'an earlier export')} compared with ${sideText(after, 'a later export')}`;
  if (content.state !== 'print') return { title, subtitle };
  const administrator = name === '' ? email : `${name} (${email})`;
  const parts = [subtitle, company, administrator, `Printed on ${content.today}`];
  return { title, subtitle: parts.filter(text => text !== '').join(' · ') };
}

function sideText({ day, fileName }: Side, unknown: string): string {
  if (fileName === undefined) return `today, ${formatDay(day ?? '')}`;
  return day === undefined ? unknown : formatDay(day);
}

function presentSummary(before: Side, after: Side, changes: Changes): readonly SummaryPart[] {
  const { joined, left } = changes.lists;
  const since = `${sinceText(before, after)}: `;
  const strong = (text: string) => ({ text, isStrong: true });
  const plain = (text: string) => ({ text, isStrong: false });
  if (measuresOf(changes.kind).length === 0) {
    return [
      plain(since),
      strong(`${formatIds(joined.total)} new`),
      plain(', '),
      strong(`${formatCount(left.total)} gone`),
      plain('.'),
    ];
  }
  const counts = changes.measures.map(
    ({ measure, growth }) => `${growth === 0 ? 'no' : formatCount(growth)} ${nouns[measure]}`,
  );
  const most = changes.measures.find(({ growth }) => growth > 0);
  const them = changes.measures.length > 1 && most ? `the ${nouns[most.measure]}` : 'them';
  return [
    plain(since),
    strong(`${joined.total === 0 ? 'nobody' : formatPeople(joined.total)} joined`),
    plain(', '),
    strong(`${left.total === 0 ? 'nobody' : formatCount(left.total)} left`),
    ...(counts.length === 0 ? [] : [plain(', '), strong(`${counts.join(' and ')} came in`)]),
    ...(most ? [plain(`; ${formatPeople(most.mostBy)} brought four fifths of ${them}`)] : []),
    plain('.'),
    ...changes.measures
      .filter(({ ofJoined }) => ofJoined > 0)
      .map(({ measure, ofJoined }) =>
        plain(
          ` ${formatCount(ofJoined)} of the ${nouns[measure]} are the totals of people who joined, so some may be older.`,
        ),
      ),
  ];
}

function sinceText(before: Side, after: Side): string {
  if (after.fileName === undefined) {
    return before.day === undefined ? 'Since this export' : `Since ${formatShortDay(before.day, after.day)}`;
  }
  if (before.day === undefined || after.day === undefined) return 'Between the two exports';
  return `From ${formatShortDay(before.day, after.day)} to ${formatDay(after.day)}`;
}

function formatIds(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'ID is' : 'IDs are'}`;
}

/** The place of a person on paper: those who joined, then those who left, then the others. */
function printedPlace({ joined, left }: Pick<ComparedRow, 'joined' | 'left'>): number {
  if (joined !== '') return 0;
  return left !== '' ? 1 : 2;
}

function presentMetrics(
  { kind, before, after, measures, lists }: Changes,
  hrefOf: ((change: string) => string) | undefined,
): readonly Metric[] {
  const changed = (change: 'joined' | 'left', sign: string) => {
    const { total } = lists[change];
    if (total === 0) return { label: changeLabels[change], value: '0' };
    return { label: changeLabels[change], value: sign + formatCount(total), href: hrefOf?.(change) };
  };
  const items = measuresOf(kind).length === 0 ? 'IDs' : 'People';
  return [
    { label: `${items} then`, value: formatCount(before) },
    changed('joined', '+'),
    changed('left', '−'),
    { label: `${items} now`, value: formatCount(after) },
    ...measures.map(({ measure, growth }) => ({
      label: `New ${nouns[measure]}`,
      value: formatCount(growth),
    })),
  ];
}

/** Endings of the names of exports that have only a part of their list (P156). */
const NARROWED = /-(?:filtered-|used30|idle30|lapsed30|never|last30-)/;

/** The notes without which the figures would mislead. */
function presentNotes(before: Side, after: Side, { withoutVisits, lists }: Changes): readonly string[] {
  const labels = { before: 'earlier', after: 'later' } as const;
  const narrowed = Object.entries({ before, after }).flatMap(([side, { fileName = '' }]) =>
    NARROWED.test(fileName)
      ? [
          `Judging by its name, the ${labels[side as keyof typeof labels]} export has only the rows of a search or filter. ` +
            `Everyone else counts as ${side === 'before' ? 'joined' : 'left'}.`,
        ]
      : [],
  );
  const { unclear, ...people } = lists;
  const cut = [Object.values(people), [unclear]]
    .map(group => ({
      total: sum(group.map(list => list.total)),
      shown: sum(group.map(list => list.rows.length)),
    }))
    .filter(({ total, shown }) => total > shown);
  return [
    ...narrowed,
    ...(withoutVisits
      ? [
          `The ${labels[withoutVisits]} export has no profile visits, so none are compared. “Export with profile visits” contains them.`,
        ]
      : []),
    ...(cut.length > 0
      ? [
          `${cut.map(({ total, shown }) => `${formatCount(shown)} of ${formatCount(total)}`).join(' and ')} rows are listed below and in the export: ` +
            'those with the largest differences. The figures count all of them.',
        ]
      : []),
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** How many people of the later list brought how much; none if nothing came in. */
function presentChart(
  { measure, growth, buckets }: Changes['measures'][number],
  { after }: Changes,
): readonly BarChartProps[] {
  if (growth === 0) return [];
  const ranges = bucketRanges(buckets.map(({ start }) => start));
  const bars = presentBars(
    buckets.map(({ people }) => people),
    index => ({
      kind: index === 0 ? 'idle' : 'used',
      name: describeRange(ranges[index] ?? '', '+', shortenCount),
    }),
  );
  return [
    {
      title: `How many new ${nouns[measure]}`,
      caption: `Number of people, ${formatCount(after)} in all`,
      label: bars.map(({ name, value }) => `${name}: ${value}`).join(', '),
      bars,
      isDense: hasLongNames(bars),
    },
  ];
}

/** How many of those who joined, and of those who left, are shown above the list. */
const SHOWN_PEOPLE = 5;

/** The people who joined and those who left, the ones with the most leads or visits first. */
function presentGroups(
  { measures: [first], lists }: Changes,
  showChange: (change: string) => string,
): readonly ChangedPeople[] {
  return (['joined', 'left'] as const).flatMap(change => {
    const { rows, total } = lists[change];
    if (total === 0) return [];
    const count = (row: ReturnType<typeof openRow>) => {
      if (!first) return 0;
      const { before, after } = row[first.measure];
      return change === 'joined' ? after : before;
    };
    const shown = rows
      .map(openRow)
      .sort((a, b) => count(b) - count(a))
      .slice(0, SHOWN_PEOPLE);
    const noun = first && nouns[first.measure];
    return [
      {
        title: changeLabels[change],
        count: formatCount(total),
        caption: noun && (change === 'joined' ? `New ${noun}` : `${capitalize(noun)} then`),
        people: shown.map(row => ({
          id: row.person,
          name: row.name || row.person,
          count: first && formatCount(count(row)),
        })),
        allHref: total > shown.length ? showChange(change) : undefined,
      },
    ];
  });
}

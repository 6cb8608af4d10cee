import { formatCount } from '../../../shared/format-count';
import { paths, withParameter } from '../../../shared/paths';
import { type ProductKey, productTerms } from '../../../shared/products';
import { DAY_MS } from '../../../shared/units';
import type { KeyFigure } from '../../../views/components/KeyFigures';
import type { PageTitle } from '../../../views/components/PageHead';
import type { FilterLink } from '../../../views/components/plots/UsageBar';
import { type CompareContent, compareFields, type SummaryPart } from '../../../views/pages/ComparePage';
import type { Changes, StoredComparison } from '../../comparisons/compare';
import { comparedExports, exportKinds } from '../../comparisons/read-export';
import type { Dependencies } from '../../dependencies';
import { formatDay, formatShortDay } from '../days';
import { formatAverage, formatItems, formatPeople } from '../format';
import type { SignedInRequest } from '../handler';
import { presentList } from '../lists/list-view';
import { keepParameters } from '../lists/page-lists';
import { usageFilter } from '../lists/usage-filter';
import { hasFilter, whoFilter } from '../people-list/lists';
import { changeFilter, comparisonLists, openChanges } from './lists';

export const comparisonUrl = (id: string) => withParameter(paths.compare, 'comparison', id);

/** The page that each kind of export is made on, and the name of such a file. */
const sources = {
  licenses: { page: productTerms.license, download: 'licenses.csv', file: 'licenses-export' },
  cards: {
    page: productTerms.card,
    download: 'claimed-cards.csv?visits=1',
    file: 'digital-business-cards-export-with-profile-visits',
  },
  people: { page: { path: paths.people, title: 'People' }, download: 'people.csv', file: 'people-export' },
} as const;

/** Why the form is shown again. */
export interface FormProblem {
  readonly problem: string;
  readonly needsDay?: boolean;
}

/** The form for an export, of the list in the URL if it names one. */
export function presentForm(
  { query, form }: Pick<SignedInRequest, 'query' | 'form'>,
  { problem, needsDay = false }: Partial<FormProblem> = {},
): CompareContent {
  const of = exportKinds.find(kind => kind === query.of);
  const { page, download } = sources[of ?? 'people'];
  return {
    state: 'form',
    problem,
    typedDay: form[compareFields.day] ?? '',
    needsDay,
    of,
    todayHref: `${page.path}/${download}`,
    hint: `A CSV or Excel file of ${of ? comparedExports[of].title : 'licenses, cards or people from an Export menu'}, for example ${sources[of ?? 'licenses'].file}-2026-10-23.csv`,
  };
}

/** The title of the page, with a link back to the page of the export. */
export function presentTitle(content: CompareContent): PageTitle {
  const kind = content.state === 'form' ? content.of : content.kind;
  const { path: href, title: label } = kind
    ? sources[kind].page
    : { path: paths.dashboard, title: 'Dashboard' };
  const subtitle =
    content.state === 'form'
      ? 'An earlier export against today: who joined, who left, and how many leads or visits each person added.'
      : content.days;
  return { title: 'What changed', subtitle, back: { href, label } };
}

/** The content of a comparison's page. */
export async function presentComparison(
  { query }: SignedInRequest,
  { fileName, days, changes }: StoredComparison,
  { workers }: Dependencies,
): Promise<CompareContent> {
  const id = String(query.comparison);
  const pageLists = keepParameters(comparisonLists, { comparison: id });
  const state = pageLists.readState(query);
  const source = openChanges(changes, workers.sortTable);
  const counts: Readonly<Record<string, number>> = changes.people;
  const all = Object.values(counts).reduce((sum, count) => sum + count);
  return {
    state: 'comparison',
    kind: changes.kind,
    counted: changes.counted.length > 1 ? 'both' : (changes.counted[0] ?? 'license'),
    days: `${formatDay(days.exported)} against today, ${formatDay(days.today)}`,
    againHref: withParameter(paths.compare, 'of', changes.kind),
    summary: presentSummary(changes, days),
    figures: presentFigures(changes, days),
    notes: presentNotes(changes, fileName, all),
    tabs: changeFilter.options.flatMap(({ value, label }): FilterLink[] => {
      const count = counts[value] ?? all;
      if (value === 'notInExport' && count === 0) return [];
      return [
        {
          label,
          count: formatCount(count),
          href: pageLists.url(paths.compare, { ...state, page: 1, [changeFilter.name]: value }),
          isCurrent: state[changeFilter.name] === value,
        },
      ];
    }),
    people: await presentList(pageLists, pageLists.lists.people, source, { query }),
  };
}

type Days = StoredComparison['days'];

function presentSummary(changes: Changes, days: Days): readonly SummaryPart[] {
  const { people, counted, growth, withoutGrowth } = changes;
  const { joined, left } = people;
  const strong = (text: string) => ({ text, isStrong: true });
  const plain = (text: string) => ({ text, isStrong: false });
  const came = counted.map(productKey =>
    growth[productKey] === 0
      ? `no ${productTerms[productKey].activityNounPlural}`
      : formatNoun(growth[productKey], productKey),
  );
  const [first = 'license'] = counted;
  const compared = `This compares the ${formatPeople(thenOf(changes))} of your file. `;
  return [
    plain(`${people.notInExport === 0 ? '' : compared}${periodOf(days)} `),
    strong(joined === 0 ? 'nobody joined' : `${formatPeople(joined)} joined`),
    plain(' and '),
    strong(left === 0 ? 'nobody left' : `${formatCount(left)} left`),
    plain(`. Everybody together ${counted.includes('license') ? 'captured' : 'had'} `),
    strong(came.join(' and ')),
    ...(growth[first] === 0 || withoutGrowth[first] === 0
      ? []
      : [
          plain('; '),
          strong(`${formatCount(withoutGrowth[first])} of ${formatCount(nowOf(changes))}`),
          plain(
            ` ${nowOf(changes) === 1 ? 'person' : 'people'} ${first === 'license' ? 'captured' : 'had'} none`,
          ),
        ]),
    plain('.'),
  ];
}

function periodOf({ exported, today }: Days): string {
  const days = Math.round((Date.parse(today) - Date.parse(exported)) / DAY_MS);
  return days === 0 ? 'Today' : `In ${formatItems(days, 'day')}`;
}

function formatNoun(count: number, productKey: ProductKey): string {
  return formatItems(count, productTerms[productKey].activityNounPlural.slice(0, -1));
}

function thenOf({ people: { left, changed, same } }: Changes): number {
  return left + changed + same;
}

function nowOf({ people: { joined, changed, same } }: Changes): number {
  return joined + changed + same;
}

function presentFigures(changes: Changes, days: Days): readonly KeyFigure[] {
  const { people, counted, growth } = changes;
  const [first = 'license', second] = counted;
  const now = nowOf(changes);
  return [
    {
      label: 'People then',
      value: formatCount(thenOf(changes)),
      note: formatShortDay(days.exported, days.today),
    },
    {
      label: 'Joined',
      value: people.joined === 0 ? '0' : `+${formatCount(people.joined)}`,
      note: 'new since then',
    },
    {
      label: 'Left',
      value: people.left === 0 ? '0' : `−${formatCount(people.left)}`,
      note: 'no longer there',
    },
    { label: 'People now', value: formatCount(now), note: formatShortDay(days.today, days.today) },
    {
      label: first === 'license' ? 'Leads since' : 'Visits since',
      value: formatCount(growth[first]),
      note: second
        ? `and ${formatNoun(growth[second], second)}`
        : formatAverage(growth[first], now, 'person'),
    },
  ];
}

/** The part of a file name for a search or filter (P156), which earlier versions wrote, too. */
const NARROWED = new RegExp(
  `-(filtered|${[usageFilter, hasFilter, whoFilter('')]
    .flatMap(({ options }): { value: string; fileName?: string }[] => [...options])
    .flatMap(({ value, fileName }) => [value, fileName ?? ''])
    .filter(name => name !== '')
    .sort((a, b) => b.length - a.length)
    .join('|')})(?![a-z\\d])`,
  'i',
);

/** Notes that keep the figures from misleading. */
function presentNotes(changes: Changes, fileName: string, all: number): readonly string[] {
  const { damagedIds, unknownRows, uncertain, newAddresses, unreadableRows, rows, people } = changes;
  const { joined, notInExport, changed, same } = people;
  const [, narrowed = ''] = NARROWED.exec(fileName) ?? [];
  return [
    changed + same === 0 &&
      joined + notInExport > 0 &&
      'Nobody in this file is in today’s lists. Is it from another company?',
    narrowed !== '' &&
      `By its name (“${narrowed}”), this export has only some rows of its list: people who count as joined may have been there before.`,
    notInExport > 0 &&
      `${formatPeople(notInExport)} in today’s lists ${notInExport === 1 ? 'was' : 'were'} there before that day, but ${notInExport === 1 ? 'is' : 'are'} not in the export. The figures do not count them.`,
    damagedIds.count > 0 &&
      `A spreadsheet has changed ${formatItems(damagedIds.count, 'ID')} in this file, for example to “${damagedIds.example}”. ` +
        'Rows with an address were matched by it.',
    unknownRows > 0 &&
      `${formatItems(unknownRows, 'row')} of the file ${unknownRows === 1 ? 'was' : 'were'} not compared: known only by such an ID.`,
    uncertain > 0 &&
      `${formatPeople(uncertain)} in today’s lists ${uncertain === 1 ? 'was' : 'were'} not compared, because ${unknownRows === 1 ? 'that row' : 'those rows'} could be theirs.`,
    newAddresses > 0 &&
      `${formatPeople(newAddresses)} ${newAddresses === 1 ? 'has the ID' : 'have the IDs'} of the export under a new address. Licenses and cards that were reassigned to somebody else look the same.`,
    unreadableRows > 0 &&
      `${formatItems(unreadableRows, 'row')} of the file ${unreadableRows === 1 ? 'was' : 'were'} not compared: without an address or ID, or with a total that is not a number.`,
    all > rows.length &&
      `${formatCount(rows.length)} of ${formatCount(all)} rows are listed and exported: people who joined or left, then the largest differences. The figures count everybody.`,
  ].filter(note => note !== false);
}

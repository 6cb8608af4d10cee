import { formatCount } from '../../../shared/format-count';
import { type ListState, PAGE_SIZE, type Query } from '../../../shared/list-state';
import { paths } from '../../../shared/paths';
import { allOf, anyOf, productTerms } from '../../../shared/products';
import { removalLimit } from '../../../shared/removals';
import type { AnswerProps, SentencePart } from '../../../views/components/ListSection';
import type { FilterBarProps } from '../../../views/components/plots/UsageBar';
import type { LayoutProps } from '../../../views/Layout';
import type { CompareContent, ComparedRow, FoldedTexts } from '../../../views/pages/ComparePage';
import type { StoredList } from '../../compare/stored-list';
import type { Dependencies } from '../../dependencies';
import { formatItems, formatPeople, listFirst } from '../format';
import type { SignedInRequest } from '../handler';
import { documentTitle } from '../lists/document-title';
import { presentList, selectionKey } from '../lists/list-view';
import { invitationUrl } from '../people-list/invitation';
import { presentFailures, withoutUnavailable } from '../people-list/present';
import { presentRemoveDialog } from '../people-list/remove-dialog';
import { presentParts } from '../product/usage';
import {
  COMPARE,
  hasLines,
  IN,
  ONLY_IN_LIST,
  offeredParts,
  openedLists,
  type Part,
  partOf,
  partProblem,
  parts,
} from './lists';
import type { OpenedList } from './open-list';

/** The fragment of the lines without an address. */
const NO_ADDRESS = 'no-address';

interface ComparedView {
  readonly pageLists: ReturnType<typeof openedLists>;
  readonly opened: OpenedList;
  readonly state: ListState;
}

/** “leavers.xlsx, 41 rows”, “Pasted text, 26 lines” or “licenses-export.csv, 403 people”. */
export function presentSource({ name, kind, rows }: StoredList): string {
  if (name === '') return `Pasted text, ${formatItems(rows, 'line')}`;
  return `${name}, ${kind === 'export' ? formatPeople(rows) : formatItems(rows, kind === 'table' ? 'row' : 'line')}`;
}

/** How many people are in a part. */
const countOf = ({ compared }: OpenedList, part: Part) => compared.people.count(parts[part].ranges);

const kinds = { listed: 'used', perhaps: 'never', unlisted: 'outline' } as const;

/** The bar whose legend shows one part of the people. A part of nobody is left out. */
function presentFilter({ opened, state, pageLists }: ComparedView): FilterBarProps | undefined {
  const { id, names } = pageLists.lists.people;
  const first = { [names.page]: 1, [names.sort]: '', [names.direction]: '' };
  const link = (part?: Part) => ({
    href: `${pageLists.url(paths.compare, { ...state, ...first, [IN]: part ?? '' })}#${id}`,
    isCurrent: part === partOf(state),
  });
  const shown = offeredParts(opened)
    .map(part => ({ part, ...link(part), label: parts[part].label, count: countOf(opened, part) }))
    .filter(({ count, isCurrent }) => count > 0 || isCurrent);
  const bar = presentParts(
    shown.flatMap(({ part, ...each }) => (part === 'nothing' ? [] : { ...each, kind: kinds[part] })),
  );
  return (
    bar && {
      ...bar,
      parts: bar.parts.map(({ width, label, ...part }) => ({
        ...part,
        // A bar of one part would say that everyone is in it.
        width: opened.unavailableProducts.length > 0 ? undefined : width,
        // A phone has room for the first word.
        ...(label === parts.perhaps.label ? { label: 'Perhaps', labelEnd: 'in your list' } : { label }),
      })),
      all: { count: formatCount(opened.compared.people.length), ...link() },
      others: shown
        .filter(({ part }) => part === 'nothing')
        .map(part => ({ ...part, count: formatCount(part.count) })),
    }
  );
}

/** A sentence with some parts in bold, or as links. */
function say(
  texts: TemplateStringsArray,
  ...values: readonly (string | readonly SentencePart[])[]
): SentencePart[] {
  return texts.flatMap((text, index) => {
    const value = values[index] ?? [];
    return [{ text }, ...(typeof value === 'string' ? [{ text: value }] : value)];
  });
}

const strong = (text: string) => [{ text, isStrong: true }];
const link = (text: string, href: string) => [{ text, href }];
const share = (count: number, all: number) => `${formatCount(count)} of ${formatCount(all)}`;
const oneOrMore = (count: number, one: string, more: string) => (count === 1 ? one : more);

/** Links with commas and “and”. */
function enumerate(texts: readonly (readonly SentencePart[])[]): readonly SentencePart[] {
  const format = new Intl.ListFormat('en').formatToParts(texts.map((_, index) => String(index)));
  return format.flatMap(({ type, value }) =>
    type === 'element' ? (texts[Number(value)] ?? []) : say`${value}`,
  );
}

/** The figures of the part as a sentence, and what to check first. */
function presentSentence(view: ComparedView, found: number): Pick<AnswerProps, 'sentence' | 'check'> {
  const { opened, state, pageLists } = view;
  const { list, compared, products } = opened;
  const part = partOf(state);
  const source = list.name === '' ? 'your text' : list.name;
  const query = String(state[pageLists.lists.people.names.query]);
  const are = oneOrMore(found, 'is', 'are');
  if (query !== '') {
    const where = {
      listed: ' in',
      perhaps: ' perhaps in',
      unlisted: ' not in',
      nothing: ' with nothing new since',
    };
    const all = part ? countOf(opened, part) : compared.people.length;
    const people = `people${part ? `${where[part]} ${source}` : ''}`;
    return {
      sentence: say`${strong(share(found, all))} ${people} ${oneOrMore(found, 'matches', 'match')} “${query}”.`,
    };
  }
  switch (part) {
    case 'perhaps':
      return {
        sentence: say`${strong(formatPeople(found))} ${are} in ${source} by name, but not by address. Read the line before you select.`,
      };
    case 'unlisted':
      return {
        sentence: say`${strong(share(found, compared.people.length))} people ${are} not in ${source}.`,
        check: presentCheck(view),
      };
    case 'nothing':
      return {
        sentence: say`${strong(share(found, countOf(opened, 'listed')))} people in ${source} added nothing since.`,
      };
  }
  if (list.kind === 'export') return { sentence: presentGrowth(view) };
  const [listed, perhaps] = [countOf(opened, 'listed'), perhapsOf(opened)];
  const { addresses } = compared;
  const more = addresses > 0 ? ' more' : '';
  const perhapsText = `${formatCount(perhaps)}${more} ${oneOrMore(perhaps, 'person is', 'people are')} perhaps in it.`;
  const known = products.filter(key => !opened.unavailableProducts.includes(key));
  const figures =
    addresses > 0
      ? say`${strong(share(listed, addresses))} ${oneOrMore(addresses, 'address', 'addresses')} in ${source} ${oneOrMore(Math.min(listed, addresses), 'has', 'have')} ${anyOf(known)}.`
      : say`No address counts in ${source}.`;
  return {
    sentence: perhaps > 0 ? say`${figures} ${link(perhapsText, partHref(view, 'perhaps'))}` : figures,
  };
}

const perhapsOf = (opened: OpenedList) =>
  offeredParts(opened).includes('perhaps') ? countOf(opened, 'perhaps') : 0;

function partHref({ pageLists, opened, state }: ComparedView, part: Part): string {
  const { defaults, url } = pageLists;
  return url(paths.compare, { ...defaults, list: opened.id, column: state.column ?? '', [IN]: part });
}

/** “The table has addresses in Email (40) and Manager email (1).”, with links, until a column is chosen. */
function presentColumns({ pageLists, opened, state }: ComparedView): readonly SentencePart[] {
  const { columns } = opened.list;
  if (columns.length === 0 || state.column !== '') return [];
  const { id, names } = pageLists.lists.people;
  const links = columns.map(({ title, addresses }, index) =>
    link(
      `${title} (${formatCount(addresses)})`,
      `${pageLists.url(paths.compare, { ...state, [names.page]: 1, column: String(index + 1) })}#${id}`,
    ),
  );
  return say`The table has addresses in ${enumerate(links)}. Choose one to leave the others out.`;
}

/** “Check first: 3 addresses are nobody’s, 2 lines have none, and 1 person is perhaps in it.”, with links. */
function presentCheck(view: ComparedView): readonly SentencePart[] {
  const { compared } = view.opened;
  const [others, lines, perhaps] = [
    compared.others.length,
    compared.withoutAddress.count,
    perhapsOf(view.opened),
  ];
  const checks: readonly (readonly [count: number, text: string, href: string])[] = [
    [
      others,
      `${formatCount(others)} ${oneOrMore(others, 'address is', 'addresses are')} nobody’s`,
      `#${ONLY_IN_LIST}`,
    ],
    [lines, `${formatItems(lines, 'line')} ${oneOrMore(lines, 'has', 'have')} none`, `#${NO_ADDRESS}`],
    [
      perhaps,
      `${formatPeople(perhaps)} ${oneOrMore(perhaps, 'is', 'are')} perhaps in it`,
      partHref(view, 'perhaps'),
    ],
  ];
  const links = checks.filter(([count]) => count > 0).map(([, text, href]) => link(text, href));
  return links.length === 0 ? [] : say`Check first: ${enumerate(links)}.`;
}

/** “Everyone in both captured 3,902 leads since. 210 of 396 captured none.” */
function presentGrowth(view: ComparedView): readonly SentencePart[] {
  const { list, compared, unavailableProducts } = view.opened;
  const growth = list.figures.map(key => {
    const { activityVerb, activityNoun, comparedColumns } = productTerms[key];
    const sum = [...(compared.people.table.counts[comparedColumns.since] ?? [])].reduce(
      (all, count) => all + count,
      0,
    );
    return say`${activityVerb} ${strong(formatItems(sum, activityNoun))}`;
  });
  const [first, ...more] = list.figures;
  const none = first && more.length === 0 ? `${productTerms[first].activityVerb} none` : 'added nothing';
  const nothing = countOf(view.opened, 'nothing');
  const text = `${share(nothing, countOf(view.opened, 'listed'))} ${none}.`;
  return say`Everyone in both ${enumerate(growth)} since.${
    nothing > 0 && unavailableProducts.length === 0 ? say` ${link(text, partHref(view, 'nothing'))}` : ''
  }`;
}

/** The columns beside those of people. */
function columnsIn({ list }: OpenedList, state: ListState) {
  const part = partOf(state);
  if (part === 'unlisted') return '';
  return list.kind === 'export' && part !== 'perhaps' ? list.figures.join(' ') : 'line';
}

/** The lines without an address and the words that are none. */
function presentFolded({
  compared: { withoutAddress: lines, notAddresses: words },
}: OpenedList): readonly FoldedTexts[] {
  const are = oneOrMore(words.count, 'is', 'are');
  return [
    { ...lines, id: NO_ADDRESS, summary: `${formatItems(lines.count, 'line')} without an address` },
    { ...words, id: 'not-read', summary: `${formatItems(words.count, 'word')} with an @ ${are} no address` },
  ].filter(({ count }) => count > 0);
}

/** The invitation of the addresses that nobody has; with both products, to one of them, without a number. */
function presentOthersInvitation({ id, compared, invitable }: OpenedList, state: ListState) {
  const count = compared.others.length;
  const [productKey, ...more] = invitable;
  if (!productKey) return undefined;
  const people = more.length > 0 ? 'people' : formatCount(count);
  return {
    label: oneOrMore(count, 'Invite this person', `Invite these ${people}`),
    href: invitationUrl(productKey, { list: id, column: state.column || undefined }),
  };
}

/** The people of the company compared with a list, and the title of the document. */
export async function presentCompared(
  request: SignedInRequest,
  opened: OpenedList,
  { title, removalStatus: status }: LayoutProps,
  dependencies: Dependencies,
): Promise<{ readonly content: CompareContent; readonly documentTitle: string }> {
  const { query, path, search } = request;
  const { products, unavailableProducts } = opened;
  const { otherSheets } = opened.list;
  const everywhere = { failures: presentFailures(opened), retryHref: path + search };
  if (unavailableProducts.length === products.length)
    return { content: { state: 'failed', ...everywhere }, documentTitle: title };
  const pageLists = openedLists(opened);
  const state = pageLists.readState(query);
  const view: ComparedView = { pageLists, opened, state };
  const selects = unavailableProducts.length === 0;
  const problem = partProblem(opened, state);
  const options = {
    query,
    selectionKey: `${await selectionKey(request, dependencies)} ${opened.id}`,
    status,
    now: dependencies.now(),
  };
  const people = problem ? undefined : await presentList(pageLists, pageLists.lists.people, opened, options);
  const others = selects ? await presentList(pageLists, pageLists.lists.others, opened, options) : undefined;
  // Few addresses need no search.
  const isShort = opened.compared.others.length <= PAGE_SIZE && state.oq === '';
  const { dialog, notice } = await presentRemoveDialog(
    request,
    { people: opened.compared.people },
    { pageLists, state, source: COMPARE },
    dependencies,
  );
  const dialogs = dialog ? [dialog] : [];
  return {
    content: {
      state: 'compared',
      ...everywhere,
      filter: presentFilter(view),
      people: withoutUnavailable(await withSentence(people, dependencies, view, query), opened),
      columns: columnsIn(opened, state),
      // The figures of an export of three products need the room of all others.
      view: opened.list.figures.length > 2 ? '' : products.join(' '),
      selects,
      partProblem: problem,
      notes: otherSheets.length === 0 ? [] : [`Not read: ${listFirst(otherSheets)}.`],
      others: others && {
        ...others,
        ...(isShort && { search: undefined }),
        invitation: presentOthersInvitation(opened, state),
      },
      folded: presentFolded(opened),
      dialogs,
      notice,
    },
    documentTitle: documentTitle(title, state, pageLists.lists, { people, others }, dialogs),
  };
}

const NOBODY = { title: 'Nobody in this part', hint: 'Choose another part of the list above.' };

type People = Awaited<ReturnType<typeof presentList<OpenedList, ComparedRow>>>;

/** Adds the sentence of the part, and the actions for all people who can be reviewed. */
async function withSentence(
  people: People,
  { config }: Dependencies,
  view: ComparedView,
  query: Query,
): Promise<People> {
  if (!people || 'unreadable' in people) return people;
  const { pageLists, opened, state } = view;
  const { names, readQuery } = pageLists.lists.people;
  const { listQuery } = readQuery(query);
  const list = opened.compared.people;
  const { found } = await list.pageRows(listQuery, 1);
  const reviewable = [...(listQuery.ranges ?? []), { key: 'isReviewable', min: 1, max: 1 }];
  const { found: count } = await list.pageRows({ ...listQuery, ranges: reviewable }, 1);
  const most = removalLimit(config.removalLimitPerHour);
  const { sentence, check: first = [] } = presentSentence(view, found);
  const columns = presentColumns(view);
  const check = first.length > 0 && columns.length > 0 ? say`${first} ${columns}` : [...first, ...columns];
  const selection = opened.unavailableProducts.length === 0 ? people.selection : undefined;
  const clear = { [names.query]: '', column: '', [names.page]: 1 };
  const isSearched = state[names.query] !== '' || state.column !== '';
  return {
    ...people,
    answer: {
      sentence,
      check:
        selection && count > most
          ? [...check, { text: ` A review has the first ${formatCount(most)} ${allOf()}.` }]
          : check,
      actions: selection && count > 0 ? { found: formatCount(count), action: selection.action } : undefined,
    },
    empty: state[names.query] === '' ? NOBODY : people.empty,
    search: people.search && {
      ...people.search,
      placeholder:
        hasLines(partOf(state)) && opened.list.kind !== 'export'
          ? people.search.placeholder
          : 'Search name, email or job title',
      clearHref: isSearched
        ? `${pageLists.url(paths.compare, { ...state, ...clear })}#${people.id}`
        : undefined,
    },
    selection: selection && { ...selection, elsewhere: 'in other tabs' },
  };
}

import { formatCount } from '../../../shared/format-count';
import { PAGE_SIZE } from '../../../shared/list-state';
import { removalLimit } from '../../../shared/removals';
import type { ListContent } from '../../../views/components/ListSection';
import type { FilterBarProps } from '../../../views/components/plots/UsageBar';
import type { LayoutProps } from '../../../views/Layout';
import type { CompareContent, ComparedRow, FoldedTexts } from '../../../views/pages/ComparePage';
import type { StoredList } from '../../compare/stored-list';
import type { Dependencies } from '../../dependencies';
import { formatItems, formatPeople, listFirst, oneOrMore } from '../format';
import type { SignedInRequest } from '../handler';
import { documentTitle } from '../lists/document-title';
import { type ListOptions, presentList, selectionKey } from '../lists/list-view';
import { invitationUrl } from '../people-list/invitation';
import { presentFailures, withoutUnavailable } from '../people-list/present';
import { presentRemoveDialog } from '../people-list/remove-dialog';
import { presentParts } from '../product/usage';
import { type ComparedPage, peopleUrl, presentAnswer } from './answer';
import {
  COMPARE,
  countOf,
  IN,
  NO_ADDRESS,
  offeredParts,
  openedLists,
  type Part,
  partOf,
  partProblem,
  parts,
} from './lists';
import type { OpenedList } from './open-list';

/** “leavers.xlsx, 41 rows”, “Pasted text, 26 lines” or “licenses-export.csv, 403 people”. */
export function describeList({ name, kind, rows }: StoredList): string {
  if (name === '') return `Pasted text, ${formatItems(rows, 'line')}`;
  return `${name}, ${kind === 'export' ? formatPeople(rows) : formatItems(rows, kind === 'table' ? 'row' : 'line')}`;
}

/** The people of the company compared with a list, and the title of the document. */
export async function presentCompared(
  request: SignedInRequest,
  opened: OpenedList,
  { title, removalStatus: status }: LayoutProps,
  dependencies: Dependencies,
): Promise<{ readonly content: CompareContent; readonly documentTitle: string }> {
  const { query, path, search } = request;
  const { list, compared, products, comparedProducts, unavailableProducts } = opened;
  const everywhere = { failures: presentFailures(opened), retryHref: path + search };
  if (unavailableProducts.length === products.length)
    return { content: { state: 'failed', ...everywhere }, documentTitle: title };
  const pageLists = openedLists(opened);
  const state = pageLists.readState(query);
  const page: ComparedPage = { opened, pageLists, state };
  const selects = unavailableProducts.length === 0;
  const problem = partProblem(opened, state);
  const options = {
    query,
    selectionKey: `${await selectionKey(request, dependencies)} ${opened.id}`,
    status,
    now: dependencies.now(),
  };
  const people = problem ? undefined : await presentPeople(page, options, dependencies);
  const others = selects ? await presentOthers(page, options) : undefined;
  const { dialog, notice } = await presentRemoveDialog(
    request,
    compared,
    { pageLists, state, origin: COMPARE },
    dependencies,
  );
  const dialogs = dialog ? [dialog] : [];
  return {
    content: {
      state: 'compared',
      ...everywhere,
      filter: presentFilter(page),
      people,
      columns: columnsIn(page),
      // The figures of an export of three products need the room of all others.
      products: comparedProducts.length > 2 ? '' : products.join(' '),
      selects,
      partProblem: problem,
      notes:
        list.otherSheets.length === 0
          ? []
          : [`Only the first sheet was read. Not read: ${listFirst(list.otherSheets)}.`],
      others,
      folded: presentFolded(opened),
      dialogs,
      notice,
    },
    documentTitle: documentTitle(title, state, pageLists.lists, { people, others }, dialogs),
  };
}

/** The bar whose legend shows one part of the people. A part of nobody is left out. */
function presentFilter(page: ComparedPage): FilterBarProps | undefined {
  const { opened, state, pageLists } = page;
  const { sort, direction } = pageLists.lists.people.names;
  const link = (part?: Part) => ({
    href: peopleUrl(page, { [sort]: '', [direction]: '', [IN]: part ?? '' }),
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
      overlapping: shown
        .filter(({ part }) => part === 'nothing')
        .map(part => ({ ...part, count: formatCount(part.count) })),
    }
  );
}

const kinds = { listed: 'used', perhaps: 'never', unlisted: 'outline' } as const;

/** The list of people with the sentence about their part, and the actions for all who can be reviewed. */
async function presentPeople(
  page: ComparedPage,
  options: ListOptions,
  { config }: Dependencies,
): Promise<ListContent<ComparedRow> | undefined> {
  const { opened, pageLists, state } = page;
  const { unavailableProducts, list, compared } = opened;
  const people = await presentList(pageLists, pageLists.lists.people, opened, options);
  if (!people || 'unreadable' in people) return people;
  const { listQuery } = pageLists.lists.people.readQuery(options.query);
  const { found } = await compared.people.pageRows(listQuery, 1);
  const ranges = [...(listQuery.ranges ?? []), { key: 'isReviewable', min: 1, max: 1 }];
  const { found: reviewable } = await compared.people.pageRows({ ...listQuery, ranges }, 1);
  const selection = unavailableProducts.length === 0 ? people.selection : undefined;
  const isSearched = state.q !== '';
  const shown = {
    ...people,
    answer: presentAnswer(
      page,
      { found, reviewable },
      { action: selection?.action, most: removalLimit(config.removalLimitPerHour) },
    ),
    empty: isSearched
      ? people.empty
      : { title: 'Nobody in this part', hint: 'Choose another part of the list above.' },
    search: people.search && {
      ...people.search,
      ...((partOf(state) === 'unlisted' || list.kind === 'export') && {
        placeholder: 'Search name, email or job title',
      }),
      clearHref: isSearched || state.column !== '' ? peopleUrl(page, { q: '', column: '' }) : undefined,
    },
    selection: selection && { ...selection, elsewhere: 'in other tabs' },
  };
  return withoutUnavailable(shown, opened);
}

/** The columns beside those of people. */
function columnsIn({ opened: { list, comparedProducts }, state }: ComparedPage): string {
  const part = partOf(state);
  if (part === 'unlisted') return '';
  return list.kind === 'export' && part !== 'perhaps' ? comparedProducts.join(' ') : 'line';
}

/** The addresses that nobody has. Few of them need no search. */
async function presentOthers({ opened, pageLists, state }: ComparedPage, options: ListOptions) {
  const others = await presentList(pageLists, pageLists.lists.others, opened, options);
  const isShort = opened.compared.others.length <= PAGE_SIZE && state.oq === '';
  return (
    others && {
      ...others,
      ...(isShort && { search: undefined }),
      invitation: presentInvitation(opened, state.column),
    }
  );
}

/** The invitation of the addresses that nobody has; with both products, to one of them, without a number. */
function presentInvitation({ id, compared, invitable }: OpenedList, column: unknown) {
  const count = compared.others.length;
  const [productKey, ...more] = invitable;
  if (!productKey) return undefined;
  const people = more.length > 0 ? 'people' : formatCount(count);
  return {
    label: oneOrMore(count, 'Invite this person', `Invite these ${people}`),
    href: invitationUrl(productKey, { list: id, column: column || undefined }),
  };
}

/** The lines without an address and the words that are none. */
function presentFolded({ compared }: OpenedList): readonly FoldedTexts[] {
  const { withoutAddress: lines, notAddresses: words } = compared;
  const are = oneOrMore(words.count, 'is', 'are');
  return [
    { ...lines, id: NO_ADDRESS, summary: `${formatItems(lines.count, 'line')} without an address` },
    { ...words, id: 'not-read', summary: `${formatItems(words.count, 'word')} with an @ ${are} no address` },
  ].filter(({ count }) => count > 0);
}

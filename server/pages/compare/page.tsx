import { formatCount } from '../../../shared/format-count';
import { PAGE_SIZE, type Query } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import { allOf, anyOf } from '../../../shared/products';
import { removalLimit } from '../../../shared/removals';
import type { LayoutProps } from '../../../views/Layout';
import {
  type CompareContent,
  type ComparedRow,
  ComparePage,
  listFields,
} from '../../../views/pages/ComparePage';
import { LIST_LIMIT_BYTES, type ListProblem, type ReadList } from '../../compare/read-list';
import type { Dependencies } from '../../dependencies';
import { BackendError } from '../../errors';
import { formWithFiles, type PostedFile } from '../../http/read-form';
import { redirect } from '../../http/reply';
import type { ExportFormat } from '../../lists/exports';
import { withDownloadLine } from '../audit-line';
import {
  type Load,
  type RolesUnknown,
  requiring,
  type SignedInHandler,
  type SignedInRequest,
} from '../handler';
import { documentTitle } from '../lists/document-title';
import { presentList } from '../lists/list-view';
import { selectionKey } from '../lists/selected-rows';
import { storeList } from '../people-list/invitation';
import { listProblem } from '../people-list/list-problem';
import { loadPeople } from '../people-list/load';
import { presentFailures, withoutUnavailable } from '../people-list/present';
import { presentRemoveDialog } from '../people-list/remove-dialog';
import { isRepeatable } from '../repeatable';
import { signedInPage } from '../signed-in-page';
import { COMPARE, comparedLists, comparedUrl, hasLines, IN, openedLists, partOf, partProblem } from './lists';
import { type OpenedList, openList } from './open-list';
import {
  type ComparedView,
  columnsIn,
  presentFilter,
  presentFolded,
  presentNotes,
  presentOthersInvitation,
  presentSentence,
  presentSource,
} from './present';

const title = 'Compare with a list';

type Loaded = Extract<CompareContent, { state: 'form' }> | ({ readonly state: 'opened' } & OpenedList);

const EMPTY_FORM = { state: 'form', problem: undefined, isOfFile: false, text: '' } as const;

const EXPIRED = {
  ...EMPTY_FORM,
  problem: 'This list was kept for an hour, and visible only to you. Send it again.',
} as const;

/** GET /compare: the form, or the people of the company compared with the list in the URL. */
export const comparePage = pageOf(async (request, dependencies) => {
  if (request.query.list === undefined) return EMPTY_FORM;
  const opened = await openList(request, dependencies);
  if (opened === 'expired') return EXPIRED;
  return opened ? { state: 'opened', ...opened } : 'roles unknown';
});

function pageOf(load: Load<Loaded | RolesUnknown>, status = 200): SignedInHandler {
  return signedInPage<Loaded>({
    status,
    lists: comparedLists(),
    requires: 'role',
    title,
    subtitle: `Paste any list of people, or choose a file. You see who has ${anyOf()}, and who has not.`,
    back: { href: paths.people, label: 'People' },
    shape: 'list',
    styles: 'tools',
    load,
    async show(request, loaded, layout, dependencies) {
      if (loaded.state === 'form') return { element: <ComparePage layout={layout} content={loaded} /> };
      const { content, documentTitle } = await presentCompared(request, loaded, layout, dependencies);
      const shown = { ...layout, subtitle: presentSource(loaded.list) };
      return { element: <ComparePage layout={shown} content={content} />, documentTitle };
    },
  });
}

async function presentCompared(
  request: SignedInRequest,
  opened: OpenedList,
  { removalStatus: status }: LayoutProps,
  dependencies: Dependencies,
): Promise<{ readonly content: CompareContent; readonly documentTitle: string }> {
  const { query, path, search } = request;
  const { products, unavailableProducts } = opened;
  const everywhere = { failures: presentFailures(opened), retryHref: path + search };
  if (unavailableProducts.length === products.length)
    return { content: { state: 'failed', ...everywhere }, documentTitle: title };
  const pageLists = openedLists(opened);
  const state = pageLists.readState(query);
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
      filter: presentFilter({ opened, state, pageLists }),
      people: withoutUnavailable(
        await withSentence(people, dependencies, { pageLists, opened, state }, query),
        opened,
      ),
      columns: columnsIn(opened, state),
      // The figures of an export of three products need the room of all others.
      view: opened.list.figures.length > 2 ? '' : products.join(' '),
      selects,
      partProblem: problem,
      notes: presentNotes(opened),
      others: others && {
        ...others,
        ...(isShort && { search: undefined }),
        invitation: presentOthersInvitation(opened, state),
      },
      folded: presentFolded(opened),
      dialogs,
      notice,
    },
    documentTitle: documentTitle(
      title,
      state,
      [
        [pageLists.lists.people, people],
        [pageLists.lists.others, others],
      ],
      dialogs,
    ),
  };
}

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
  const { sentence, check = [] } = presentSentence(view, found);
  const canReview = opened.unavailableProducts.length === 0;
  const clear = { [names.query]: '', column: '', [names.page]: 1 };
  const isSearched = state[names.query] !== '' || state.column !== '';
  return {
    ...people,
    answer: {
      sentence,
      check:
        canReview && count > most
          ? [...check, { text: ` A review has the first ${formatCount(most)} ${allOf()}.` }]
          : check,
      actions:
        count === 0 || !canReview || !people.selection
          ? undefined
          : { found: formatCount(count), action: people.selection.action },
    },
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
    selection:
      canReview && people.selection ? { ...people.selection, elsewhere: 'in other tabs' } : undefined,
  };
}

export const listForm = formWithFiles({
  files: [listFields.file],
  fileLimitBytes: LIST_LIMIT_BYTES,
  fields: [listFields.text],
  fieldLimitBytes: LIST_LIMIT_BYTES,
});

/** POST /compare: reads and stores a list, and redirects to its comparison; or shows the form again and says why not. */
export const sendList = requiring('role', async (request, dependencies) => {
  const { form, files } = request;
  const text = form[listFields.text] ?? '';
  const posted = files[listFields.file];
  // Browsers send an empty file without a name if none was chosen.
  const file = posted && (posted.name !== '' || !posted.bytes) ? posted : undefined;
  const read = await readPosted(text, file, request, dependencies);
  if ('refused' in read) {
    const isOfFile = file !== undefined && read.refused !== 'both';
    const isShort = isRepeatable(text);
    const problem = [listProblem(read, isOfFile), isShort ? '' : TOO_LONG]
      .filter(each => each !== '')
      .join(' ');
    const content = { state: 'form', problem, isOfFile, text: isShort ? text : '' } as const;
    return pageOf(async () => content, 422)(request, dependencies);
  }
  const id = await storeList(read, request, dependencies);
  return redirect(read.kind === 'export' ? comparedUrl(id) : withParameter(comparedUrl(id), IN, 'listed'));
});

const TOO_LONG = 'The text is too long to be shown again.';

/** How many characters of a file's name are stored. */
const NAME_LENGTH = 100;

async function readPosted(
  text: string,
  file: PostedFile | undefined,
  request: SignedInRequest,
  dependencies: Dependencies,
): Promise<ReadList | ListProblem | { readonly refused: 'nothing sent' | 'large file' | 'both' }> {
  if (!file && text.trim() === '') return { refused: 'nothing sent' };
  if (file && text.trim() !== '') return { refused: 'both' };
  if (file && !file.bytes) return { refused: 'large file' };
  const loaded = await loadPeople(request, dependencies);
  const { email: emails, name: names } = loaded?.people.table.texts ?? {};
  return dependencies.workers.readList(
    {
      text,
      file: file?.bytes && { name: file.name.slice(0, NAME_LENGTH).toWellFormed(), bytes: file.bytes },
      people: emails && names && { emails, names },
    },
    request.administrator.context.userId,
  );
}

/** GET /compare/people.csv and others.csv, and .xlsx: the rows of a list in its current state. */
export function compareDownload(name: 'people' | 'others', format: ExportFormat): SignedInHandler {
  return requiring('role', (request, dependencies) =>
    withDownloadLine(request, dependencies, {}, async () => {
      const opened = await openList(request, dependencies);
      if (opened === 'expired' || !opened) return redirect(paths.compare + request.search, { status: 302 });
      const pageLists = openedLists(opened);
      const state = pageLists.readState(request.query);
      const isMissing = opened.unavailableProducts.length > 0;
      const isUnknown = name === 'others' ? isMissing : partProblem(opened, state) !== undefined;
      // An error page is better than a file that looks complete.
      if (isUnknown || opened.unavailableProducts.length === opened.products.length)
        throw new BackendError(
          presentFailures(opened).join(' ') || 'This part of the list is not known',
          'content',
        );
      return name === 'people'
        ? pageLists.lists.people.exportFile(request, opened, format, dependencies)
        : pageLists.lists.others.exportFile(request, opened, format, dependencies);
    }),
  );
}

import { paths, withParameter } from '../../../shared/paths';
import { anyOf, productKeys } from '../../../shared/products';
import { type CompareContent, ComparePage, listFields } from '../../../views/pages/ComparePage';
import { LIST_LIMIT_BYTES } from '../../compare/read-list';
import { BackendError } from '../../errors';
import { formWithFile } from '../../http/read-form';
import { redirect } from '../../http/reply';
import type { ExportFormat } from '../../lists/exports';
import { productsOf } from '../../session/roles';
import { withDownloadLine } from '../audit-line';
import { type Load, type RolesUnknown, requiring, type SignedInHandler } from '../handler';
import { storeList } from '../people-list/invitation';
import { listProblem } from '../people-list/list-problem';
import { loadPeople } from '../people-list/load';
import { presentFailures } from '../people-list/present';
import { isRepeatable } from '../repeatable';
import { signedInPage } from '../signed-in-page';
import { comparedLists, comparedUrl, IN, openedLists, partProblem } from './lists';
import { type OpenedList, openList } from './open-list';
import { describeList, presentCompared } from './present';

type Loaded =
  | Omit<Extract<CompareContent, { state: 'form' }>, 'products'>
  | ({ readonly state: 'opened' } & OpenedList);

const EMPTY_FORM = { state: 'form', problem: undefined, isOfFile: false, text: '' } as const;

const EXPIRED = 'This list was kept for an hour, and visible only to you. Send it again.';

/** GET /compare: the form, or the people of the company compared with the list in the URL. */
export const comparePage = pageOf(async (request, dependencies) => {
  if (request.query.list === undefined) return EMPTY_FORM;
  const opened = await openList(request, dependencies);
  if (opened === 'expired') return { ...EMPTY_FORM, notice: EXPIRED };
  return opened ? { state: 'opened', ...opened } : 'roles unknown';
});

function pageOf(load: Load<Loaded | RolesUnknown>, status = 200): SignedInHandler {
  return signedInPage<Loaded>({
    status,
    lists: comparedLists(),
    requires: 'role',
    title: 'Compare with a list',
    back: { href: paths.people, label: 'People' },
    shape: 'list',
    styles: 'tools',
    load,
    async show(request, loaded, layout, dependencies) {
      if (loaded.state === 'form') {
        const known = productsOf(await request.details());
        const products = known.length > 0 ? known : productKeys;
        const subtitle = `Paste any list of people, or choose a file. You see who has ${anyOf(products)}, and who has not.`;
        return {
          element: <ComparePage layout={{ ...layout, subtitle }} content={{ ...loaded, products }} />,
        };
      }
      const { content, documentTitle } = await presentCompared(request, loaded, layout, dependencies);
      const shown = { ...layout, subtitle: describeList(loaded.list) };
      return { element: <ComparePage layout={shown} content={content} />, documentTitle };
    },
  });
}

export const listForm = formWithFile(listFields, LIST_LIMIT_BYTES);

/** POST /compare: reads and stores a list, and redirects to its comparison; or shows the form again and says why not. */
export const sendList = requiring('role', async (request, dependencies) => {
  const { form, file: posted } = request;
  const text = form[listFields.text] ?? '';
  // Browsers send an empty file without a name if none was chosen.
  const file = posted && (posted.name !== '' || !posted.bytes) ? posted : undefined;
  const refuse = (problem: string, isOfFile: boolean) => {
    const isShort = isRepeatable(text);
    const said = isShort ? problem : `${problem} The text is too long to be shown again.`;
    const content = { state: 'form', problem: said, isOfFile, text: isShort ? text : '' } as const;
    return pageOf(async () => content, 422)(request, dependencies);
  };
  if (file && text.trim() !== '') return refuse('Send a text or a file, not both.', false);
  if (file && !file.bytes) return refuse(TOO_LARGE, true);
  if (!file && text.trim() === '') return refuse('Paste a list, or choose a file.', false);
  const loaded = await loadPeople(request, dependencies);
  const { email: emails, name: names } = loaded?.people.table.texts ?? {};
  const list = await dependencies.workers.readList(
    {
      text,
      file: file?.bytes && { name: file.name, bytes: file.bytes },
      people: emails && names && { emails, names },
    },
    request.administrator.context.userId,
  );
  if ('refused' in list) return refuse(listProblem(list, file ? 'file' : 'text'), file !== undefined);
  const id = await storeList(list, request, dependencies);
  return redirect(list.kind === 'export' ? comparedUrl(id) : withParameter(comparedUrl(id), IN, 'listed'));
});

const TOO_LARGE =
  'The file was not read, because it is larger than 10 MB. Copy the columns that matter to a new file.';

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
      const { people, others } = pageLists.lists;
      return name === 'people'
        ? people.exportFile(request, opened, format, dependencies)
        : others.exportFile(request, opened, format, dependencies);
    }),
  );
}

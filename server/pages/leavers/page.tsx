import { type ListSubject, leaversFields, listSubjects } from '../../../shared/leavers';
import { paths } from '../../../shared/paths';
import { MEBIBYTE } from '../../../shared/units';
import { type LeaversContent, LeaversPage } from '../../../views/pages/LeaversPage';
import { formWithFiles } from '../../http/read-form';
import { redirect } from '../../http/reply';
import { type Load, requiring, type SignedInHandler } from '../handler';
import { readPeopleIn } from '../people-list/read-people';
import { listProblem } from '../people-list/read-problem';
import { leaversUrl } from '../product/removal-urls';
import { companyKeyOf, ownerOf } from '../record-owner';
import { signedInPage } from '../signed-in-page';
import { loadResult } from './result';

const readListSubject = (value: unknown): ListSubject | undefined =>
  listSubjects.find(each => each === value);

function leavers(load: Load<LeaversContent | undefined>, status = 200): SignedInHandler {
  return signedInPage<LeaversContent>({
    requires: 'role',
    title: 'Remove leavers',
    subtitle: 'Find the licenses and cards of people who have left, then decide.',
    back: { href: paths.people, label: 'People' },
    shape: 'list',
    styles: 'tools',
    status,
    load,
    show: async (_request, content, layout) => ({
      element: (
        <LeaversPage
          layout={content.state === 'result' ? { ...layout, subtitle: undefined } : layout}
          content={content}
        />
      ),
    }),
  });
}

/** GET /leavers: the form for a list of people. With `?result=…`, what the people of a list have. */
export const leaversPage = leavers(async (request, dependencies) =>
  request.query.result === undefined
    ? {
        state: 'form',
        subject: readListSubject(request.query.list) ?? 'left',
        problem: undefined,
        isOfFile: false,
        text: '',
      }
    : loadResult(request, dependencies),
);

/** A text and a file. */
export const leaversForm = formWithFiles({
  files: [leaversFields.file],
  fileLimitBytes: 5 * MEBIBYTE,
  fields: [leaversFields.list, leaversFields.people],
  fieldLimitBytes: MEBIBYTE,
});

/** POST /leavers: stores who is in a list, and redirects to its result; or shows the form again and says why not (P260). */
export const checkPeople = requiring('role', async (request, dependencies) => {
  const { form, files } = request;
  const text = form[leaversFields.people] ?? '';
  const posted = files[leaversFields.file];
  // Browsers send an empty file without a name if none was chosen.
  const file = posted && (posted.name !== '' || !posted.bytes) ? posted : undefined;
  const said = readListSubject(form[leaversFields.list]);
  const subject = said ?? 'left';
  const showProblem = (problem: string) =>
    leavers(async () => ({ state: 'form', subject, problem, isOfFile: file !== undefined, text }), 422)(
      request,
      dependencies,
    );

  if (!file && text.trim() === '') return showProblem(listProblem({ refused: 'nothing sent' }, subject));
  if (file && !file.bytes) return showProblem(listProblem({ refused: 'large file' }, subject));
  const input = {
    text,
    file: file?.bytes && { name: file.name, bytes: file.bytes },
    purpose: subject,
  };
  const found = await readPeopleIn(input, request, dependencies);
  if ('refused' in found) return showProblem(listProblem(found, subject));
  const companyKey = companyKeyOf(request, await request.details());
  const isSelected = said === 'left' && found.kind === 'addresses';
  const result = { companyKey, subject, found, isSelected, reviewed: {} };
  return redirect(leaversUrl({ result: await dependencies.records.leavers.put(ownerOf(request), result) }));
});

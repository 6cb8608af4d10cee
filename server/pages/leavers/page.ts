import { createElement } from 'react';
import { entityFor, type UserDetails } from '../../../shared/admin';
import { messages } from '../../../shared/messages';
import { removableKinds } from '../../../shared/removals';
import {
  type LeaversContent,
  LeaversPage,
  leaversFields,
  type PeopleDirection,
  type PeopleFormProps,
} from '../../../views/pages/LeaversPage';
import type { Dependencies } from '../../dependencies';
import { emailKey } from '../../email-address';
import type { SignedInRequest } from '../../http/request';
import { MAIL_LINE_LIMIT } from '../../people/mail';
import { EMAIL_LIST_LIMIT } from '../../people/recognize';
import { formatCount } from '../figures';
import type { SignedInHandler } from '../handler';
import { removableLists } from '../removals/lists';
import { fetchList } from '../removals/selection';
import { type SignedInPage, signedInPage } from '../signed-in-page';
import { presentAnswer } from './present';

/** GET /leavers: shows the form for a list of people. */
export const leaversForm = leaversPage(async () => ({
  state: 'form',
  direction: 'left',
  people: '',
  problem: undefined,
  limit: formatCount(EMAIL_LIST_LIMIT),
}));

/** POST /leavers: shows the licenses and cards of the listed people (P260 to P265). */
export const leaversAnswer = leaversPage(checkPeople);

function leaversPage(load: SignedInPage<LeaversContent>['load']): SignedInHandler {
  return signedInPage({
    title: 'Check People',
    subtitle: 'Find the licenses and cards of people who have left',
    shape: 'list',
    styles: 'tools',
    load,
    async show(_request, content, layout) {
      // The form shows its own message: the layout's link would lose the input.
      const isExplained = content.state === 'form' && content.problem !== undefined;
      const outage = isExplained ? undefined : layout.outage;
      return { element: createElement(LeaversPage, { layout: { ...layout, outage }, content }) };
    },
  });
}

async function checkPeople(
  request: SignedInRequest,
  current: Promise<UserDetails | undefined>,
  dependencies: Dependencies,
): Promise<LeaversContent> {
  const sent = await readPeople(request, dependencies);
  if (sent.problem !== undefined) return { state: 'form', ...sent };
  const listed = new Set(sent.emails);
  const haveLeft = sent.direction === 'left';
  const isWanted = (_id: string, email: string) => listed.has(emailKey(email)) === haveLeft;

  const details = await current;
  // Without roles, the result would be empty.
  if (!details) return { state: 'form', ...sent, problem: messages.access.userDetailsMissing };
  const found = await Promise.all(
    removableKinds.map(async kind => {
      const { product } = removableLists[kind];
      const entityId = entityFor(details, product.role);
      if (entityId === undefined) return [];
      const rows = await fetchList(request, kind, entityId, dependencies);
      return rows ? rows.filter(isWanted) : product.statsFailed;
    }),
  );
  return presentAnswer(sent, found);
}

/** Returns the email addresses in the form's text and file, or the reason why the form is rejected (P260, P265). */
async function readPeople(
  { form, files, administrator }: SignedInRequest,
  { workers }: Dependencies,
): Promise<PeopleFormProps & { readonly emails: readonly string[] }> {
  const file = files[leaversFields.file];
  const people = form[leaversFields.people] ?? '';
  const direction: PeopleDirection = form[leaversFields.direction] === 'stay' ? 'stay' : 'left';
  const typed = { people, direction, limit: formatCount(EMAIL_LIST_LIMIT) };
  const refuse = (problem: string) => ({ ...typed, problem, emails: [] });
  if (file && !file.bytes) return refuse(`${FILE_NOT_READ} it is larger than 1 MB. ${OTHER_WAYS}`);
  if (file?.bytes?.length === 0) return refuse(`${FILE_NOT_READ} it is empty. ${OTHER_WAYS}`);
  if (people.trim() === '' && !file)
    return refuse('Paste a list of people, or choose a file that contains one.');
  const recognition = await workers.recognizePeople(
    { text: people, file: file?.bytes, ownEmail: administrator.email },
    administrator.context.userId,
  );
  if (recognition.refused === 'not text')
    return refuse(`${FILE_NOT_READ} it is not a text file. ${OTHER_WAYS}`);
  if (recognition.refused === 'too many') {
    const [count, limit] = [recognition.count, EMAIL_LIST_LIMIT].map(formatCount);
    return refuse(
      `There are ${count} email addresses in this list. At most ${limit} can be checked at once.`,
    );
  }
  if (recognition.refused === 'too many lines') {
    const [count, limit] = [recognition.count, MAIL_LINE_LIMIT].map(formatCount);
    return refuse(
      `This mail has ${count} lines. At most ${limit} are read: save the list as a file of its own.`,
    );
  }
  const { addresses } = recognition;
  // People who are missing from a list of staff are offered for removal, so doubtful addresses count as well.
  const emails = addresses.filter(({ doubt }) => !doubt || direction === 'stay').map(({ email }) => email);
  if (addresses.length === 0) return refuse('There is no email address in this list.');
  if (emails.length === 0) {
    return refuse('No address in this text is clearly one of a listed person. Paste only the addresses.');
  }
  return { ...typed, emails, problem: undefined };
}

const FILE_NOT_READ = 'The file was not read:';
const OTHER_WAYS = 'Choose another one (a spreadsheet saved as CSV, or plain text), or paste the addresses.';

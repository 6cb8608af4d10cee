import { leaversFields, type PeopleDirection, peopleDirections } from '../../../shared/leavers';
import type { Dependencies } from '../../dependencies';
import type { SignedInRequest } from '../../http/request';
import type { FoundPeople } from '../../people/answer';
import { MAIL_LINE_LIMIT } from '../../people/mail';
import { EMAIL_LIST_LIMIT, type Recognition } from '../../people/recognize';
import { formatCount } from '../figures';

/** The form for a list of people, as it was sent. */
export interface SentPeople {
  readonly people: string;
  readonly direction: PeopleDirection | undefined;
  /** Why the form is rejected. */
  readonly problem: string | undefined;
  /** Undefined if the form is rejected. */
  readonly found?: FoundPeople;
}

/** Finds the people in the form's text and file, or the reason why the form is rejected (P260, P265). */
export async function readPeople(
  { form, files, administrator }: SignedInRequest,
  { workers }: Dependencies,
): Promise<SentPeople> {
  const file = files[leaversFields.file];
  const people = form[leaversFields.people] ?? '';
  const direction = peopleDirections.find(each => each === form[leaversFields.direction]);
  const refuse = (problem: string): SentPeople => ({ people, direction, problem });
  if (file && !file.bytes) return refuse(`${FILE_NOT_READ} it is larger than 1 MB. ${OTHER_WAYS}`);
  if (file?.bytes?.length === 0) return refuse(`${FILE_NOT_READ} it is empty. ${OTHER_WAYS}`);
  if (people.trim() === '' && !file)
    return refuse('Paste a list of people, or choose a file that contains one.');
  if (!direction) return refuse('Choose whether these people have left, or are your current staff.');
  const recognition = await workers.recognizePeople(
    { text: people, file: file?.bytes, ownEmail: administrator.email },
    administrator.context.userId,
  );
  if (recognition.refused !== undefined) return refuse(reasonOf(recognition));
  const { refused: _, ...found } = recognition;
  if (found.addresses.length === 0) return refuse('There is no email address in this list.');
  const gap = direction === 'stay' ? gapIn(found) : undefined;
  return gap === undefined ? { people, direction, problem: undefined, found } : refuse(gap);
}

const FILE_NOT_READ = 'The file was not read:';
const OTHER_WAYS = 'Choose another one (a spreadsheet saved as CSV, or plain text), or paste the addresses.';

function reasonOf(recognition: Exclude<Recognition, { refused: undefined }>): string {
  switch (recognition.refused) {
    case 'not text':
      return `${FILE_NOT_READ} it is not a text file. ${OTHER_WAYS}`;
    case 'unreadable mail':
      return 'This email could not be read: it has too many parts within parts. Paste its text.';
    case 'too many': {
      const [count, limit] = [recognition.count, EMAIL_LIST_LIMIT].map(formatCount);
      return `There are ${count} email addresses in this list. At most ${limit} can be checked at once: send it in parts.`;
    }
    case 'too many lines': {
      const [count, limit] = [recognition.count, MAIL_LINE_LIMIT].map(formatCount);
      return `This email has ${count} lines. At most ${limit} are read: save the list as a file of its own.`;
    }
  }
}

/** How many texts a message quotes. */
const QUOTED_LIMIT = 3;

/**
 * Returns why a list of staff is not complete; undefined if it is. People who are missing from it would be offered for
 * removal, so it is read wholly or not at all (T57).
 */
function gapIn({ addresses, unaddressed, unaddressedCount, unread }: FoundPeople): string | undefined {
  const broken = addresses.filter(({ doubt }) => doubt === 'broken').map(({ email }) => email);
  const unreadable = [...broken, ...unaddressed.filter(line => line.includes('@'))];
  if (unread.length > 0)
    return `${INCOMPLETE} these parts of the email were not read: ${quote(unread)}. ${OTHER_WAYS}`;
  if (unreadable.length > 0)
    return `${INCOMPLETE} these addresses cannot be read: ${quote(unreadable)}. Correct them, and check again.`;
  return unaddressedCount > unaddressed.length
    ? `${INCOMPLETE} ${formatCount(unaddressedCount)} lines have no address. Paste a list with all addresses.`
    : undefined;
}

const INCOMPLETE =
  'A list of current staff must be complete, because everybody else is offered for removal, but';

function quote(texts: readonly string[]): string {
  const quoted = texts.slice(0, QUOTED_LIMIT).map(text => `“${text}”`);
  const others = texts.length - quoted.length;
  return `${quoted.join(', ')}${others > 0 ? ` and ${formatCount(others)} more` : ''}`;
}

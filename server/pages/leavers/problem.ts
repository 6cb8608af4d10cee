import type { PeopleDirection } from '../../../shared/leavers';
import type { Answer, FoundPeople, Refusal } from '../../people/answer';
import { MAIL_LINE_LIMIT } from '../../people/mail';
import { EMAIL_LIST_LIMIT } from '../../people/recognize';
import { formatCount, nameSome } from '../figures';

/** Why a list cannot be used; undefined if it can (P260, P265, P294). */
export function problemOf(
  found: Answer['found'],
  direction: PeopleDirection | undefined,
): string | undefined {
  if ('refused' in found) return refusalText(found);
  return direction === 'stay' ? gapIn(found) : undefined;
}

const FILE_NOT_READ = 'The file was not read:';
const OTHER_WAYS = 'Choose another one (a spreadsheet saved as CSV, or plain text), or paste the addresses.';

function refusalText(refusal: Refusal): string {
  switch (refusal.refused) {
    case 'nothing sent':
      return 'Paste a list of people, or choose a file that contains one.';
    case 'no address':
      return 'There is no email address in this list.';
    case 'file too large':
      return `${FILE_NOT_READ} it is larger than 1 MB. ${OTHER_WAYS}`;
    case 'file empty':
      return `${FILE_NOT_READ} it is empty. ${OTHER_WAYS}`;
    case 'not text':
      return `${FILE_NOT_READ} it is not a text file. ${OTHER_WAYS}`;
    case 'unreadable mail':
      return 'This email could not be read: it has too many parts within parts. Paste its text.';
    case 'too many': {
      const [count, limit] = [refusal.count, EMAIL_LIST_LIMIT].map(formatCount);
      return `There are ${count} email addresses in this list. At most ${limit} can be checked at once: send it in parts.`;
    }
    case 'too many lines': {
      const [count, limit] = [refusal.count, MAIL_LINE_LIMIT].map(formatCount);
      return `This email has ${count} lines. At most ${limit} are read: save the list as a file of its own.`;
    }
  }
}

/** How many texts a message quotes. */
const QUOTED_LIMIT = 3;

/**
 * Why a list of staff is not complete; undefined if it is. People who are missing from it would be offered for
 * removal, so it is read wholly or not at all (T57).
 */
function gapIn({ addresses, unaddressed, unaddressedCount, unread }: FoundPeople): string | undefined {
  const broken = addresses.filter(({ doubt }) => doubt === 'broken').map(({ email }) => email);
  const unreadable = [...broken, ...unaddressed.filter(line => line.includes('@'))];
  if (unread.length > 0)
    return `${INCOMPLETE} these parts of the email were not read: ${quote(unread)}. ${OTHER_WAYS}`;
  if (unreadable.length > 0)
    return `${INCOMPLETE} these addresses cannot be read: ${quote(unreadable)}. Correct them, and check again.`;
  return unaddressedCount > 0
    ? `${INCOMPLETE} these lines may be people without an address: ${quote(unaddressed, unaddressedCount)}. Add their addresses or remove the lines, and check again.`
    : undefined;
}

const INCOMPLETE =
  'A list of current staff must be complete, because everybody else is offered for removal, but';

function quote(texts: readonly string[], count = texts.length): string {
  const quoted = texts.map(text => `“${text}”`);
  return nameSome(quoted, QUOTED_LIMIT, count);
}

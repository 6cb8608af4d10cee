import type { PeopleTableRow } from '../../views/components/PeopleTable';
import type { PersonProps } from '../../views/components/Person';
import type { EmailParts } from '../../views/components/PersonText';
import { NO_JOB_TITLE } from '../backends/product-stats';
import { itemKey } from '../removals/items';
import type { PersonWithItems } from '../removals/people';

/** How many characters of an email address fit into a line on a narrow phone. */
const EMAIL_LINE_LENGTH = 22;

/** Splits an email address before its last @, where it may break. */
export function presentEmail(email: string): EmailParts {
  const at = email.includes('@') ? email.lastIndexOf('@') : email.length;
  const [local, domain] = [email.slice(0, at), email.slice(at)];
  return { local, domain, isLong: Math.max(local.length, domain.length) > EMAIL_LINE_LENGTH };
}

/** A person as lists show them: with initials, and with a name if it is known. */
export function presentPerson({
  name = '',
  jobTitle = '',
  email,
}: {
  readonly name?: string;
  readonly jobTitle?: string;
  readonly email: string;
}): PersonProps {
  const parts = presentEmail(email);
  return {
    initials: initialsOf(name || parts.local),
    name,
    jobTitle: jobTitle === NO_JOB_TITLE ? '' : jobTitle,
    email: parts,
  };
}

/** A person of a review or a removal. */
export function personRow(
  { items, ...person }: PersonWithItems,
  cells: PeopleTableRow['cells'],
): PeopleTableRow {
  const key = Object.values(items).flat().map(itemKey).join(' ');
  return { key, person: presentPerson(person), cells };
}

/** The first letters of the first and of the last word: “ZD” for “Zoe Dahl” and for “zoe.dahl”. */
function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}\p{M}]+/u).filter(word => word !== '');
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return [first, last].map(word => /^./su.exec(word)?.[0].toUpperCase() ?? '').join('');
}

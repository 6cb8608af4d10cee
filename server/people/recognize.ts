import { EMAIL_LIST_LIMIT, emailKey, findEmails } from '../../shared/email-list';
import { readFileText } from './file-text';

/** A text or a file that lists people, as an administrator has posted it. */
export interface PeopleInput {
  /** '' if nothing was pasted. */
  readonly text: string;
  readonly file: Uint8Array | undefined;
  /** The administrator's own address. */
  readonly ownEmail: string;
}

/** Why an address that was read is not one of the people to look for, unless the administrator says so. */
export type Doubt =
  /** The administrator's own address. */
  | 'own'
  /** In the header of a mail, such as From, To or Cc. */
  | 'header'
  /** Below the closing of a mail. */
  | 'signature'
  /** In a quoted reply. */
  | 'quoted'
  /** In a table column that must be chosen first. */
  | 'column'
  /** Behind a label such as “Manager:”. */
  | 'label'
  /** In running text. */
  | 'sentence'
  /** One of several addresses in a line or cell that is not a plain list. */
  | 'several'
  /** Perhaps only a part of an address, for instance after a soft line break. */
  | 'broken';

/** An address that was read. */
export interface FoundAddress {
  /** In the form of `emailKey`. */
  readonly email: string;
  /** Undefined for an address that is listed. */
  readonly doubt: Doubt | undefined;
  /** Indexes of `columns`; empty if it is not in a table whose column must be chosen. */
  readonly columns: readonly number[];
}

/** A table column with addresses. */
export interface AddressColumn {
  readonly title: string;
  /** How many addresses it has. */
  readonly count: number;
}

/** The people that were found in a text or a file. Contains nothing else of it. */
export interface FoundPeople {
  /** Every address that was read, without duplicates. */
  readonly addresses: readonly FoundAddress[];
  /** The columns to choose from; empty if there is no choice. */
  readonly columns: readonly AddressColumn[];
  /** Lines that look like a person without an address. */
  readonly unaddressed: readonly string[];
  /** The number of such lines, which can be higher than the length of `unaddressed`. */
  readonly unaddressedCount: number;
  /** The names of attachments that were not read, because they are not text. */
  readonly unreadAttachments: readonly string[];
}

export type Recognition =
  /** The file is not text. */
  | { readonly refused: 'not text' }
  /** There are more than `EMAIL_LIST_LIMIT` addresses. */
  | { readonly refused: 'too many'; readonly count: number }
  | ({ readonly refused: undefined } & FoundPeople);

/** Finds the people in a text or a file. */
export async function recognizePeople({ text, file, ownEmail }: PeopleInput): Promise<Recognition> {
  const fileText = file ? readFileText(file) : '';
  if (fileText === undefined) return { refused: 'not text' };
  const emails = findEmails(`${text}\n${fileText}`);
  if (emails.length > EMAIL_LIST_LIMIT) return { refused: 'too many', count: emails.length };
  const own = emailKey(ownEmail);
  return {
    refused: undefined,
    addresses: emails.map(email => ({ email, doubt: email === own ? 'own' : undefined, columns: [] })),
    columns: [],
    unaddressed: [],
    unaddressedCount: 0,
    unreadAttachments: [],
  };
}

/** Returns the same people after columns were chosen, by their index: the addresses in these columns are listed. */
export function chooseColumns(people: FoundPeople, chosen: readonly number[]): FoundPeople {
  const addresses = people.addresses.map(address =>
    address.doubt === 'column' && address.columns.some(column => chosen.includes(column))
      ? { ...address, doubt: undefined }
      : address,
  );
  return { ...people, addresses };
}

import * as v from 'valibot';
import { peopleDirections } from '../../shared/leavers';

/** Why an address that was read is not one of the people to look for, unless the administrator says so. */
const doubts = [
  /** The administrator's own address. */
  'own',
  /** In the header of a mail, such as From, To or Cc. */
  'header',
  /** Below the closing of a mail. */
  'signature',
  /** In a quoted reply. */
  'quoted',
  /** In a table column that must be chosen first. */
  'column',
  /** Behind a label such as “Manager:”. */
  'label',
  /** Apart from a list: perhaps the sender of a mail without a closing. */
  'apart',
  /** In running text. */
  'sentence',
  /** One of several addresses in a line or cell that is not a plain list. */
  'several',
  /** In a table with a column that may say who stays. */
  'status',
  /** Below a sentence that does not say that people leave. */
  'heading',
  /** In a text with a line that was not understood, such as “One of them stays”. */
  'not understood',
  /** Crossed out, or not seen where a program shows the text. */
  'unseen',
  /** In an entry of a calendar. */
  'calendar',
  /** Only in the plain text of a mail, not in its HTML. */
  'version',
  /** Perhaps only a part of an address, for instance after a soft line break. */
  'broken',
] as const;

export type Doubt = (typeof doubts)[number];

const addressSchema = v.object({
  /** In the form of `emailKey`. */
  email: v.string(),
  /** Undefined for an address that is listed. */
  doubt: v.optional(v.picklist(doubts)),
  /** Indexes of `columns`; undefined if it is not in a table whose column must be chosen. */
  columns: v.optional(v.array(v.number())),
});

const peopleSchema = v.object({
  /** Every address that was read, without duplicates. */
  addresses: v.array(addressSchema),
  /** The table columns with addresses to choose from, and how many each has; empty if there is no choice. */
  columns: v.array(v.object({ title: v.string(), count: v.number() })),
  /** Lines that look like a person without an address, or have one that cannot be read. */
  unaddressed: v.array(v.string()),
  /** The number of such lines, which can be higher than the length of `unaddressed`. */
  unaddressedCount: v.number(),
  /** The names of attachments and other parts of a mail that were not read, because they are not text. */
  unread: v.array(v.string()),
});

/** The people that were found in a text or a file. Contains nothing else of it. */
export type FoundPeople = Readonly<v.InferOutput<typeof peopleSchema>>;

/** Why a list of people was not read. */
const refusalSchema = v.variant('refused', [
  v.object({
    refused: v.picklist([
      'nothing sent',
      'file too large',
      'file empty',
      'not text',
      /** A mail is nested too deep. */
      'unreadable mail',
      'no address',
    ]),
  }),
  /** There are more than `EMAIL_LIST_LIMIT` addresses. */
  v.object({ refused: v.literal('too many'), count: v.number() }),
  /** A mail has more than `MAIL_LINE_LIMIT` lines. */
  v.object({ refused: v.literal('too many lines'), count: v.number() }),
]);

export type Refusal = Readonly<v.InferOutput<typeof refusalSchema>>;

/** A list of people that an administrator has sent: what was found in it, for its page. */
export const answerSchema = v.object({
  /** The record counts toward the memory of this company (T67). */
  company: v.string(),
  /** Undefined if the form did not say. */
  direction: v.optional(v.picklist(peopleDirections)),
  found: v.union([refusalSchema, peopleSchema]),
});

export type Answer = Readonly<v.InferOutput<typeof answerSchema>>;

/** The same people after a column was chosen, by its index: the addresses in it are listed. */
export function chooseColumn(people: FoundPeople, chosen: number): FoundPeople {
  const addresses = people.addresses.map(address =>
    address.doubt === 'column' && address.columns?.includes(chosen) ? { email: address.email } : address,
  );
  return { ...people, addresses };
}

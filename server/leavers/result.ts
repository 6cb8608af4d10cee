import * as v from 'valibot';
import { listSubjects } from '../../shared/leavers';
import { notReadSchema } from '../text/first-texts';

const common = {
  /** How many different addresses were read. */
  addresses: v.number(),
  /** People of the lists whose name was read, but not their address; each with the first line, and the rows of the table. */
  named: v.array(v.object({ email: v.string(), line: v.string(), rows: v.array(v.number()) })),
  /** Of a list of current staff: the name and the domain around each @ outside an address, in the form of `emailKey`. */
  almost: v.array(v.string()),
  notRead: notReadSchema,
  /** The names of sheets that were not read. */
  unread: v.array(v.string()),
};

/** The people in the text and the file of an administrator. Emails are in the form of `emailKey`. */
const foundSchema = v.variant('kind', [
  v.object({
    /** `addresses` is an input of bare addresses, `text` any other one but a table. */
    kind: v.picklist(['addresses', 'text']),
    people: v.array(
      v.object({
        email: v.string(),
        /** The line of the address, or a part of it; empty in a list of bare addresses. */
        line: v.string(),
        /** Where the address is in the line. */
        start: v.number(),
        end: v.number(),
      }),
    ),
    ...common,
  }),
  v.object({
    kind: v.literal('table'),
    columns: v.array(v.string()),
    /** The cells of each row, separated by tabs. */
    rows: v.array(v.string()),
    ...common,
  }),
]);

export type Found = Readonly<v.InferOutput<typeof foundSchema>>;
export type FoundTable = Extract<Found, { readonly kind: 'table' }>;

export type FoundText = Exclude<Found, FoundTable>;

/** A person in a list or another text. */
export type FoundPerson = FoundText['people'][number];

/** A list that an administrator has sent, and the people in it. */
export const leaversResultSchema = v.object({
  /** The company whose memory the record counts toward (T67). */
  companyKey: v.string(),
  subject: v.picklist(listSubjects),
  found: foundSchema,
  /** Whether everybody is selected at first: bare addresses of people who have left, if the form says that they have. */
  isSelected: v.boolean(),
  /** The people who were selected on another page or for the last review (`emailKey`); undefined before that. */
  selected: v.optional(v.array(v.string())),
  /** The people who were selected for any review: their names, by `emailKey`; '' without one. */
  reviewed: v.record(v.string(), v.string()),
});

export type LeaversResult = Readonly<v.InferOutput<typeof leaversResultSchema>>;

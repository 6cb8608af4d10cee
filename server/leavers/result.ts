import * as v from 'valibot';
import { listSubjects } from '../../shared/leavers';

const common = {
  /** How many different addresses were read. */
  addresses: v.number(),
  /** How many lines or rows have none. */
  without: v.number(),
  /** The sheets of a workbook that were not read. */
  unread: v.array(v.string()),
};

/** What was found in the text and the file of an administrator. */
const foundSchema = v.variant('kind', [
  v.object({
    /** A plain list of people, or any other text. */
    kind: v.picklist(['list', 'text']),
    people: v.array(
      v.object({
        /** In the form of `emailKey`. */
        email: v.string(),
        /** The line in which the address stands, or a part of it; empty in a plain list. */
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
    /** The cells of each row that has an address, separated by tabs. */
    rows: v.array(v.string()),
    ...common,
  }),
]);

export type Found = Readonly<v.InferOutput<typeof foundSchema>>;
export type FoundTable = Extract<Found, { readonly kind: 'table' }>;

/** A person in a list or another text. */
export type FoundPerson = Exclude<Found, FoundTable>['people'][number];

/** A list that an administrator has sent, and what was found in it. */
export const leaversResultSchema = v.object({
  /** The company whose memory the record counts toward (T67). */
  companyKey: v.string(),
  listOf: v.picklist(listSubjects),
  found: foundSchema,
  /** The people who were selected for the last review, in the form of `emailKey`. */
  selected: v.array(v.string()),
  /** The people who were selected for any review. */
  reviewed: v.array(v.string()),
});

export type LeaversResult = Readonly<v.InferOutput<typeof leaversResultSchema>>;

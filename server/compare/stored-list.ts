import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as v from 'valibot';
import { MEBIBYTE } from '../../shared/units';
import { UnreadableFile } from '../spreadsheets/rows';

/** The figures of an export that are compared with today's. */
export const figures = ['leads', 'visits'] as const;
export type Figure = (typeof figures)[number];

/** A list that an administrator has sent. */
export const storedListSchema = v.object({
  /** The company whose memory the record counts toward (T67). */
  companyKey: v.string(),
  /** The name of the file; '' for a pasted text. */
  name: v.string(),
  /** An export is one of the portal's own, with figures. */
  kind: v.picklist(['text', 'table', 'export']),
  /** How many lines of a text, rows of a table below its titles, or people of an export. */
  rows: v.number(),
  /** The columns of a table with their numbers of addresses, if several have some. */
  columns: v.array(v.object({ title: v.string(), addresses: v.number() })),
  figures: v.array(v.picklist(figures)),
  /** How many different addresses it has. */
  addresses: v.number(),
  /** The names of the workbook's sheets that are not read. */
  otherSheets: v.array(v.string()),
  /** Its lines, for `compareList`. */
  content: v.string(),
});

export type StoredList = Readonly<v.InferOutput<typeof storedListSchema>>;

/** The lines of a list. A text is a table of one column without titles. */
export interface ListContent {
  /** The cells of each line, clean and separated by tabs. */
  readonly lines: readonly string[];
  /** The index of the line with the titles of the columns; -1 without one. */
  readonly titles: number;
  /** The indexes of the lines that the workbook hides. */
  readonly hidden: readonly number[];
  /** The columns with addresses. */
  readonly columns: readonly number[];
  /** The columns of an export. */
  readonly exported?: ExportColumns | undefined;
}

/** The columns of an export's addresses and totals. */
export type ExportColumns = Readonly<{ email: number } & Partial<Record<Figure, number>>>;

/** The largest packed content: a record has 8 MB, of which a content takes 1.8 times its size. */
const PACKED_LIMIT = 4 * MEBIBYTE;

export function packContent(content: ListContent): string {
  const packed = deflateRawSync(JSON.stringify(content));
  if (packed.length > PACKED_LIMIT)
    throw new UnreadableFile('it is too large. Copy the columns that matter to a new file');
  return packed.toString('base64');
}

export function unpackContent(packed: string): ListContent {
  return JSON.parse(String(inflateRawSync(Buffer.from(packed, 'base64'))));
}

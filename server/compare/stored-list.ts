import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as v from 'valibot';
import { type ProductKey, productKeys } from '../../shared/products';
import { MEBIBYTE } from '../../shared/units';
import { UnreadableFile } from '../spreadsheets/rows';

/** A list that an administrator has sent. */
export const storedListSchema = v.object({
  /** The company with whose people it is compared. */
  companyKey: v.string(),
  /** The name of the file; '' for a pasted text. */
  name: v.string(),
  /** An export is one of the portal's own, with figures. */
  kind: v.picklist(['text', 'table', 'export']),
  /** How many lines of a text, rows of a table below its titles, or people of an export. */
  rows: v.number(),
  /** The columns of a table with their positions and numbers of addresses, if several have some. */
  columns: v.array(v.object({ title: v.string(), position: v.number(), addresses: v.number() })),
  /** The products whose totals it has, if it is an export. */
  figures: v.array(v.picklist(productKeys)),
  /** The names of the workbook's sheets that are not read. */
  otherSheets: v.array(v.string()),
  /** Packed for `compareList`. */
  content: v.array(v.string()),
});

export type StoredList = Readonly<v.InferOutput<typeof storedListSchema>>;

/** Begins a row that its workbook hides. No other line begins with a space. */
export const HIDDEN = ' ';

/** The cells of a line, between which are tabs. A text is a table of one column without titles. */
export function cellsOf(line: string): string[] {
  return (line.startsWith(HIDDEN) ? line.slice(HIDDEN.length) : line).split('\t');
}

/** What the lines of a list are. */
interface ListLayout {
  /** The cells of the line above the first address; none in a text. */
  readonly titles: readonly string[];
  /** The index of the first line below the titles. */
  readonly top: number;
  readonly exported?: ExportColumns | undefined;
  /** The number of lines or of all addresses in them, whichever is larger. */
  readonly linesOrAddresses: number;
}

/** The columns of an export's addresses and totals. */
export type ExportColumns = Readonly<{ email: number } & Partial<Record<ProductKey, number>>>;

/** How many lines are packed together. */
const PACKED_LINES = 5000;

/** The largest packed content: a record has 8 MB, of which it takes 1.8 times its size. */
const PACKED_LIMIT = 4 * MEBIBYTE;

/** Packs the layout of a list, and then its lines, a part at a time. */
export function packContent(layout: ListLayout, lines: readonly string[]): string[] {
  let size = 0;
  const pack = (text: string) => {
    const packed = deflateRawSync(text);
    size += packed.length;
    if (size > PACKED_LIMIT)
      throw new UnreadableFile('it is too large. Copy the columns that matter to a new file');
    return packed.toString('base64');
  };
  const content = [pack(JSON.stringify(layout))];
  for (let from = 0; from < lines.length; from += PACKED_LINES)
    content.push(pack(lines.slice(from, from + PACKED_LINES).join('\n')));
  return content;
}

const unpack = (packed = '') => inflateRawSync(Buffer.from(packed, 'base64')).toString();

export function unpackLayout([layout]: readonly string[]): ListLayout {
  return JSON.parse(unpack(layout));
}

export function* unpackLines([, ...parts]: readonly string[]): Generator<string> {
  for (const part of parts) yield* unpack(part).split('\n');
}

import { type ProductKey, productTerms } from '../../shared/products';
import { clampCount, MEBIBYTE } from '../../shared/units';
import { countColumn, type StoredColumn, textColumn } from '../lists/columns';
import { headingKey, workbookHeading } from '../spreadsheets/headings';
import { orUnreadable, type Unreadable, UnreadableFile } from '../spreadsheets/rows';
import { readSpreadsheet } from '../spreadsheets/spreadsheet';
import { isArchive } from '../spreadsheets/unreadable';

export const exportKinds = ['licenses', 'cards', 'people'] as const;
type ExportKind = (typeof exportKinds)[number];

interface ComparedExport {
  /** The title of the list that was exported. */
  readonly title: string;
  /** Headings that only this kind of export has, with the product whose total belongs to each. */
  readonly ids: Readonly<Record<string, ProductKey>>;
}

export const comparedExports: Readonly<Record<ExportKind, ComparedExport>> = {
  licenses: { title: 'Activated Licenses', ids: { userId: 'license' } },
  cards: { title: 'Claimed Cards', ids: { cardId: 'card' } },
  people: { title: 'People', ids: { userIds: 'license', cardIds: 'card' } },
};

/** The heading of a product's total. */
const totalOf = (productKey: ProductKey) => productTerms[productKey].exportHeadings.total;

/** The largest export that is read, in bytes: about 80,000 licenses (P344). */
export const EXPORT_LIMIT_BYTES = 5 * MEBIBYTE;

/** How many headings of an unknown file are named, and how many characters of each. */
const NAMED_HEADINGS = 8;
const NAMED_LENGTH = 40;

/**
 * Rows by column, of an export or of today's lists: licenses, cards or people. A product's column has its total activity, NaN where a
 * cell is not a number.
 * Only today's lists have the activity of the last 30 days, and the days of activation.
 */
export interface RowBlock {
  readonly length: number;
  readonly columns: Readonly<
    Partial<
      Record<'email' | 'id' | 'name' | 'jobTitle' | 'last30Days' | 'activatedOn' | ProductKey, StoredColumn>
    >
  >;
}

export interface EarlierExport {
  readonly kind: ExportKind;
  /** The products whose totals it has. */
  readonly counted: readonly ProductKey[];
  readonly rows: RowBlock;
  /** Whether no character was lost. Other files may have “?” or another character instead of a letter with an accent. */
  readonly isUnicode: boolean;
}

export function readExport(file: Uint8Array): EarlierExport | Unreadable {
  return orUnreadable(() => readTable(file));
}

function readTable(file: Uint8Array): EarlierExport {
  const table = readSpreadsheet(file);
  const [headings = [], ...rows] = table.rows;
  const nameOf = isArchive(file) ? workbookHeading : (heading: string) => heading;
  const { kind, counted, indexOf } = findColumns(headings, nameOf);
  if (rows.length === 0) throw new UnreadableFile('it has headings, but no rows');
  const cells = (heading: string) => {
    const index = indexOf(heading);
    return rows.map(row => row[index]?.trim() ?? '');
  };
  const figures = counted.map(productKey => Float64Array.from(cells(totalOf(productKey)), readCount));
  const unreadable = counted.find((_productKey, index) => figures[index]?.every(Number.isNaN));
  if (unreadable !== undefined) {
    const [example = ''] = cells(totalOf(unreadable));
    throw new UnreadableFile(
      `no total in its column “${nameOf(totalOf(unreadable))}” is a number, for example “${example.slice(0, NAMED_LENGTH)}”`,
    );
  }
  const [id = ''] = kind === 'people' ? [] : Object.keys(comparedExports[kind].ids);
  return {
    kind,
    counted,
    rows: {
      length: rows.length,
      columns: {
        email: textColumn(cells('email')),
        id: textColumn(cells(id)),
        name: textColumn(cells('name')),
        jobTitle: textColumn(cells('jobTitle')),
        ...Object.fromEntries(
          counted.map((productKey, index) => [productKey, countColumn(figures[index] ?? new Float64Array())]),
        ),
      },
    },
    isUnicode: table.isUnicode,
  };
}

interface Columns extends Pick<EarlierExport, 'kind' | 'counted'> {
  /** The index of the column with a heading; -1 if there is none. */
  readonly indexOf: (heading: string) => number;
}

/** Recognizes an export by its headings. `nameOf` returns the name of a heading in this kind of file. */
function findColumns(headings: readonly string[], nameOf: (heading: string) => string): Columns {
  const keys = headings.map(headingKey);
  const has = (heading: string) => keys.includes(headingKey(heading));
  const kind = exportKinds.find(each => Object.keys(comparedExports[each].ids).some(has));
  if (kind === undefined || !has('email')) {
    const named = headings.slice(0, NAMED_HEADINGS).map(heading => heading.slice(0, NAMED_LENGTH).trim());
    const more = headings.length > NAMED_HEADINGS ? ' …' : '';
    const expected = ['email', 'userId', 'leadsLast30Days', 'totalLeads'].map(each => `“${nameOf(each)}”`);
    throw new UnreadableFile(
      `its first line does not have the headings of an export. Expected, for example: ${expected.join(', ')}. ` +
        `Found: “${named.join(', ')}${more}”`,
    );
  }
  const twice = headings.find(
    (heading, index) => heading.trim() !== '' && keys.indexOf(headingKey(heading)) < index,
  );
  if (twice !== undefined)
    throw new UnreadableFile(`it has two columns “${twice.slice(0, NAMED_LENGTH)}”. Remove one of them`);
  const ids = Object.entries(comparedExports[kind].ids);
  const counted = ids.flatMap(([id, productKey]) =>
    has(id) && has(totalOf(productKey)) ? [productKey] : [],
  );
  if (counted.length === 0) {
    const missing = ids.filter(([id]) => has(id)).map(([, productKey]) => `“${nameOf(totalOf(productKey))}”`);
    throw new UnreadableFile(`it lacks the column ${missing.join(' and ')}. Export it again`);
  }
  return { kind, counted, indexOf: heading => (heading === '' ? -1 : keys.indexOf(headingKey(heading))) };
}

/** Reads a count, even if a spreadsheet wrote it: 1,234 or 1.234 or 1234.00. NaN if it is not a count. */
function readCount(text: string): number {
  if (/^\d{1,15}$/.test(text)) return clampCount(Number(text));
  const isGrouped = /^\d{1,3}(?:([,.'’\s])\d{3})(?:\1\d{3}){0,3}$/.test(text);
  if (isGrouped) return clampCount(Number(text.replace(/\D/g, '')));
  const [, whole] = /^(\d{1,15})[.,]0{1,2}$/.exec(text) ?? [];
  return whole === undefined ? Number.NaN : clampCount(Number(whole));
}

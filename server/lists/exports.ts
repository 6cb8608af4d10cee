/** The formats of an export, as extensions of its file. */
export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The content of an export (P151 to P156). */
export interface ExportContent<ColumnName extends string = string> {
  /** The prefix of its file name. */
  readonly name: string;
  /** The name of its rows in the toast, such as 'license(s)'. */
  readonly rows: string;
  /** The columns of the export by their headings. */
  readonly columns: Readonly<Record<string, ExportColumn<ColumnName>>>;
  /** More columns of a workbook, by their headings. */
  readonly workbookColumns?: Readonly<Record<string, ExportColumn<ColumnName>>>;
}

/**
 * The name of a column, the content of all its cells, or a column of counts: with a name for each, of days since 1970, or of
 * figures, which only rows with at least `min` in the column `of` have.
 */
export type ExportColumn<ColumnName extends string = string> =
  | ColumnName
  | { readonly all: string | 0 }
  | { readonly named: ColumnName; readonly names: readonly string[] }
  | { readonly day: ColumnName }
  | { readonly figure: ColumnName; readonly of: ColumnName; readonly min: number };

/** The search and the filters of the exported rows. */
export interface Narrowing {
  readonly query: string;
  /** One text for each filter, such as 'never-used'. */
  readonly filters?: readonly string[];
}

/** How many characters of a search a file name has. */
const NAMED_QUERY_LENGTH = 60;

/** The file name of an export: its prefix, the search, the filters, and the date (P156). */
export function exportFileName(
  name: string,
  format: ExportFormat,
  { query, filters = [] }: Narrowing,
  now: number,
): string {
  const searched = query.slice(0, NAMED_QUERY_LENGTH).replace(/[^A-Za-z0-9]/gu, '_');
  const filtered = query === '' ? [] : [`filtered-${searched}`];
  return `${[name, ...filtered, ...filters, new Date(now).toISOString().slice(0, 10)].join('-')}.${format}`;
}

/**
 * The position before a formula: the start of the cell or a character at which a spreadsheet may split it, followed by any
 * spaces, quotes and NULs.
 */
const BEFORE_FORMULA = /(?:^|[;\t\r\n])(?:[^\S\t\r\n]|["\0])*(?=[=+\-@＝＋－＠])/g;

/**
 * Escapes a cell so that no spreadsheet runs it as a formula: an apostrophe is inserted before the first character of a
 * formula, wherever a cell could begin if the file is split at commas, semicolons, tabs or lines (ASVS 5.0, 1.2.10; P159,
 * T41).
 */
export function escapeFormulas(cell: string): string {
  const escaped = cell.replace(BEFORE_FORMULA, "$&'");
  // Some spreadsheets skip these characters before a formula.
  return /^[\t\r\n\0]/.test(escaped) ? `'${escaped}` : escaped;
}

/** An apostrophe before the first character of a formula. */
const ESCAPED_FORMULA = /'(?=[=+\-@＝＋－＠])/g;

/** What may be between the start of a cell and its formula, and a character at which a spreadsheet may split the cell. */
const SKIPPED = /[^\S\t\r\n]|["\0]/;
const SPLITTING = /[;\t\r\n]/;

/** A cell of an export without the apostrophes of `escapeFormulas`. */
export function unescapeFormulas(cell: string): string {
  if (!cell.includes("'")) return cell;
  return cell
    .replace(/^'(?=[\t\r\n\0])/, '')
    .replace(ESCAPED_FORMULA, (mark, at: number, whole: string) => (beginsCell(whole, at) ? '' : mark));
}

/** Whether a spreadsheet may begin a cell here. In a loop, because a pattern fails for a run of millions of spaces. */
function beginsCell(text: string, at: number): boolean {
  let start = at;
  while (SKIPPED.test(text.charAt(start - 1))) start--;
  return start === 0 || SPLITTING.test(text.charAt(start - 1));
}

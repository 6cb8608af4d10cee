import type { Card, NonClaimedCard } from './cards';
import type { License, NonActivatedLicense } from './licenses';
import type { Activity } from './list-state';

/** What one CSV export holds (P151 to P156). */
export interface CsvExport<Row> {
  /** How its file name begins. */
  readonly name: string;
  /** What stands under each heading: this of the row, or 0 in every row. */
  readonly columns: Readonly<Record<string, (keyof Row & string) | 0>>;
}

export const licensesExport: CsvExport<License> = {
  name: 'licenses-export',
  columns: {
    email: 'email',
    userId: 'appId',
    leadsLast30Days: 'leadsLast30Days',
    totalLeads: 'leadsTotal',
  },
};

export const nonActivatedLicensesExport: CsvExport<NonActivatedLicense> = {
  name: 'non-activated-licenses-export',
  columns: { userId: 'appId' },
};

/** The standard export of claimed cards: it has no statistics, so the counts are 0 (P153). */
export const claimedCardsExport: CsvExport<Card> = {
  name: 'digital-business-cards-export',
  columns: {
    name: 'name',
    email: 'email',
    jobTitle: 'jobTitle',
    cardId: 'cardId',
    viewsLast30Days: 0,
    totalViews: 0,
  },
};

export const claimedCardsWithVisitsExport: CsvExport<Card> = {
  name: 'digital-business-cards-export',
  columns: { ...claimedCardsExport.columns, viewsLast30Days: 'viewsLast30Days', totalViews: 'totalViews' },
};

export const nonClaimedCardsExport: CsvExport<NonClaimedCard> = {
  name: 'non-claimed-cards-export',
  columns: { cardId: 'cardId' },
};

/** Returns the name of an export's file: what it holds, the search and the activity it is narrowed to, and the day (P156). */
export function exportFileName(
  name: string,
  { query, activity = '' }: { readonly query: string; readonly activity?: Activity },
  now: Date,
): string {
  const filtered = query === '' ? '' : `-filtered-${query.replace(/[^A-Za-z0-9]/gu, '_')}`;
  const inactive = activity === '' ? '' : `-${activity}`;
  return `${name}${filtered}${inactive}-${now.toISOString().slice(0, 10)}.csv`;
}

/**
 * What comes before a formula: the start of the cell or a character at which a spreadsheet may split it, and any
 * spaces, quotes and NULs.
 */
const BEFORE_FORMULA = /(?:^|[;\t\r\n])(?:[^\S\t\r\n]|["\0])*(?=[=+\-@＝＋－＠])/g;

/**
 * Returns a cell that no spreadsheet calculates: a formula's first character gets an apostrophe before it, wherever a
 * file that is split by commas, semicolons, tabs or lines could begin a cell there (ASVS 5.0, 1.2.10; P159, T41). Numbers
 * stay as they are.
 */
export function inertCell(cell: string | number): string | number {
  if (typeof cell !== 'string') return cell;
  const inert = cell.replace(BEFORE_FORMULA, "$&'");
  // Some spreadsheets skip these when they look for a formula.
  return /^[\t\r\n\0]/.test(inert) ? `'${inert}` : inert;
}

import { productKeys, productTerms } from '../../shared/products';
import { clampCount } from '../../shared/units';
import { headingKey } from '../spreadsheets/headings';
import { cellsOf, type ExportColumns } from './stored-list';

/** The columns of an export of licenses, cards or people, which is recognized by its headings and totals that are not all 0. */
export function findExport([headings = '', ...rows]: readonly string[]): ExportColumns | undefined {
  const keys = cellsOf(headings).map(headingKey);
  const indexOf = (heading: string) => keys.indexOf(headingKey(heading));
  const email = indexOf('email');
  const totals = productKeys.flatMap(key => {
    const { id, ids, total } = productTerms[key].exportHeadings;
    const column = indexOf(total);
    const isOwn = column >= 0 && (indexOf(id) >= 0 || indexOf(ids) >= 0);
    return isOwn && rows.some(row => readCount(cellsOf(row)[column] ?? '') > 0)
      ? [[key, column] as const]
      : [];
  });
  return email >= 0 && totals.length > 0 ? { email, ...Object.fromEntries(totals) } : undefined;
}

/** Reads a count, even if a spreadsheet wrote it: 1,234 or 1.234 or 1234.00. Other texts are 0. */
export function readCount(text: string): number {
  const digits = text.replace(/[,.'’\s](?=\d{3}(?!\d))/g, '').replace(/[.,]0{1,2}$/, '');
  return /^\d{1,15}$/.test(digits) ? clampCount(Number(digits)) : 0;
}

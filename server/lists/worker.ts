// What would keep everybody else waiting if it were done on the thread that answers requests. The build makes this
// file a program of its own, which the threads of `threads.ts` run.
import { sortRows } from '../../shared/table';
import type { SortTask } from './threads';

export { readCompanyAnswer } from '../backends/company-stats';
export { readScannerAnswer } from '../backends/scanner-stats';

export function sortTable({ table, order }: SortTask): Uint32Array {
  return sortRows(table, order);
}

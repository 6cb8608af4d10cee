// What would keep everybody else waiting if it were done on the thread that answers requests. The build makes this
// file a program of its own, which the threads of `threads.ts` run.
import { constants, getPriority, setPriority } from 'node:os';
import { sortRows } from '../../shared/table';
import * as company from '../backends/company-stats';
import * as scanner from '../backends/scanner-stats';
import type { Body } from '../backends/wire';
import { readAway } from './read-away';
import type { SortTask } from './threads';

// Where there is one processor for all, whoever waits for a page comes first. Linux knows priorities of threads; others
// would take it for that of the process.
if (process.platform === 'linux') giveWay();

function giveWay(): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  try {
    if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
  } catch {
    // Not where the system forbids it.
  }
}

export { formatCsv } from './csv';

export const readCompanyAnswer = (body: Body) => readAway(company.readCompanyAnswer, body);
export const readScannerAnswer = (body: Body) => readAway(scanner.readScannerAnswer, body);

export function sortTable({ table, order }: SortTask): Uint32Array {
  return sortRows(table, order);
}

import { Piscina } from 'piscina';
import type { Order, Table } from '../../shared/table';
import { type CompanyAnswer, readCompanyAnswer } from '../backends/company-stats';
import { readScannerAnswer, type ScannerAnswer } from '../backends/scanner-stats';

/** The columns that an order is about. */
export interface SortTask {
  readonly table: Pick<Table, 'texts' | 'counts' | 'length'>;
  readonly order: Order;
}

/** Work that is done beside the thread that answers requests, when it is large. */
export interface Threads {
  readonly readScannerAnswer: (body: Buffer) => Promise<ScannerAnswer | undefined>;
  readonly readCompanyAnswer: (body: Buffer) => Promise<CompanyAnswer | undefined>;
  readonly sortTable: (task: SortTask) => Promise<Uint32Array>;
  /** How much large work is being done or waits. */
  readonly pending: () => number;
  readonly close: () => Promise<void>;
}

/**
 * Answers of fewer bytes are read on the spot: handing them over would cost more than it saves. Reading this much
 * takes about 8 ms.
 */
const LARGE = 2 * 1024 * 1024;

/** Threads end when they have had nothing to do for so many milliseconds, for each takes some 30 MB. */
const IDLE = 30_000;

/** Work that has not come to an end after so many milliseconds never will. */
const LONGEST = 20_000;

/** Threads that run the program in `file`, which the build makes of `worker.ts`. */
export function createThreads(file: string): Threads {
  const threads = new Piscina({ filename: file, minThreads: 0, maxThreads: 2, idleTimeout: IDLE });
  let pending = 0;

  async function run<Result>(task: unknown, options: RunOptions): Promise<Result> {
    pending++;
    try {
      return await threads.run(task, { ...options, signal: AbortSignal.timeout(LONGEST) });
    } finally {
      pending--;
    }
  }

  return {
    async readScannerAnswer(body) {
      return body.length < LARGE ? readScannerAnswer(body) : run(body, handedOver('readScannerAnswer', body));
    },
    async readCompanyAnswer(body) {
      return body.length < LARGE ? readCompanyAnswer(body) : run(body, handedOver('readCompanyAnswer', body));
    },
    sortTable: task => run(task, { name: 'sortTable' }),
    pending: () => pending,
    close: () => threads.destroy(),
  };
}

type RunOptions = Parameters<Piscina['run']>[1];

/** A large body has its memory for itself, so that it need not be copied. */
function handedOver(name: string, { buffer }: Buffer) {
  return { name, transferList: buffer instanceof ArrayBuffer ? [buffer] : [] };
}

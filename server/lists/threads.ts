import { Piscina } from 'piscina';
import { columnSize, type Order, type Table } from '../../shared/table';
import { type CompanyAnswer, readCompanyAnswer } from '../backends/company-stats';
import { readScannerAnswer, type ScannerAnswer } from '../backends/scanner-stats';
import { type CsvBlock, formatCsv } from './csv';
import { createTurns } from './turns';

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
  /** The bytes of a block; undefined when the browser has `gone` before its turn came. */
  readonly formatCsv: (block: CsvBlock, gone?: AbortSignal) => Promise<Uint8Array | undefined>;
  /** How many large answers are being read or wait for it. */
  readonly largeParses: () => number;
  readonly close: () => Promise<void>;
}

/**
 * Answers of fewer bytes are read on the spot: handing them over would cost more than it saves. Reading this much
 * takes about 8 ms.
 */
const LARGE = 2 * 1024 * 1024;

/** Blocks of fewer bytes, some 1,000 licences, are formatted on the spot: it takes about 2 ms. */
const LARGE_BLOCK = 64 * 1024;

/**
 * Blocks of downloads that are formatted at a time, however many wait their turn: one, so that answers and orders have
 * a thread to go to.
 */
const BLOCKS = 1;

/** Threads end when they have had nothing to do for so many milliseconds, for each takes some 30 MB. */
const IDLE = 30_000;

/** Work that has not come to an end after so many milliseconds never will. */
const LONGEST = 20_000;

/** Threads that run the program in `file`, which the build makes of `worker.ts`. */
export function createThreads(file: string): Threads {
  const threads = new Piscina({ filename: file, minThreads: 0, maxThreads: 2, idleTimeout: IDLE });
  const inTurn = createTurns(BLOCKS);
  let largeParses = 0;

  function run<Result>(task: unknown, options: RunOptions): Promise<Result> {
    return threads.run(task, { ...options, signal: AbortSignal.timeout(LONGEST) });
  }

  async function parse<Result>(name: string, body: Buffer): Promise<Result> {
    largeParses++;
    try {
      return await run(body, handedOver(name, body));
    } finally {
      largeParses--;
    }
  }

  return {
    async readScannerAnswer(body) {
      return body.length < LARGE ? readScannerAnswer(body) : parse('readScannerAnswer', body);
    },
    async readCompanyAnswer(body) {
      return body.length < LARGE ? readCompanyAnswer(body) : parse('readCompanyAnswer', body);
    },
    sortTable: task => run(task, { name: 'sortTable' }),
    async formatCsv(block, gone) {
      if (blockSize(block) < LARGE_BLOCK) return formatCsv(block);
      return inTurn(async () => (gone?.aborted ? undefined : run(block, { name: 'formatCsv' })));
    },
    largeParses: () => largeParses,
    close: () => threads.destroy(),
  };
}

function blockSize({ columns }: CsvBlock): number {
  return columns.reduce((sum, column) => sum + columnSize(column), 0);
}

type RunOptions = Parameters<Piscina['run']>[1];

/** A large body has its memory for itself, so that it need not be copied. */
function handedOver(name: string, { buffer }: Buffer) {
  return { name, transferList: buffer instanceof ArrayBuffer ? [buffer] : [] };
}

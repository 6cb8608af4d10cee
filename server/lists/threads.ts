import { setImmediate as nextTurn } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { columnSize, type Order, type Table } from '../../shared/table';
import { type CompanyAnswer, readCompanyAnswer } from '../backends/company-stats';
import { readScannerAnswer, type ScannerAnswer } from '../backends/scanner-stats';
import { type Body, bodySize } from '../backends/wire';
import { PageError } from '../errors';
import { type CsvBlock, formatCsv } from './csv';
import { ownMemory, readAway } from './read-away';
import { createTurns } from './turns';

/** The columns that an order is about. */
export interface SortTask {
  readonly table: Pick<Table, 'texts' | 'counts' | 'length'>;
  readonly order: Order;
}

/** Work that is done beside the thread that answers requests, when it is large. */
export interface Threads {
  readonly readScannerAnswer: (body: Body) => Promise<ScannerAnswer | undefined>;
  readonly readCompanyAnswer: (body: Body) => Promise<CompanyAnswer | undefined>;
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

/** Of answers that have more bytes than these, which takes about 1 ms, one is read at a time; then come others. */
const NOTICED = 256 * 1024;

/** Blocks of fewer bytes, some 1,000 licenses, are formatted on the spot: it takes about 2 ms. */
const LARGE_BLOCK = 64 * 1024;

/**
 * Answers that are read at a time, orders that are made, and blocks of downloads, however many wait their turn: one, so
 * that nothing has more than one of each before it. Two answers at once would be done no sooner, in twice the memory.
 */
const AT_A_TIME = 1;

/** Orders that may be under way or wait for their turn; each takes up to half a second. */
const MOST_ORDERS = 16;

/** Threads end when they have had nothing to do for so many milliseconds, for each takes some 30 MB. */
const IDLE = 30_000;

/** Work that has not come to an end after so many milliseconds never will. */
const LONGEST = 20_000;

/** Threads that run the program in `file`, which the build makes of `worker.ts`; `onError` hears of those that end. */
export function createThreads(file: string, onError: (error: unknown) => void): Threads {
  const threads = new Piscina({ filename: file, minThreads: 0, maxThreads: 2, idleTimeout: IDLE });
  threads.on('error', onError);
  const inTurnHere = createTurns(AT_A_TIME);
  const inTurnOfAnswers = createTurns(AT_A_TIME);
  const inTurnOfOrders = createTurns(AT_A_TIME);
  const inTurnOfBlocks = createTurns(AT_A_TIME);
  let largeParses = 0;
  let orders = 0;

  async function run<Result>(
    task: unknown,
    options: RunOptions,
    signal = AbortSignal.timeout(LONGEST),
  ): Promise<Result> {
    try {
      return await threads.run(task, { ...options, signal });
    } catch (error) {
      throw signal.aborted ? tooMuch(error) : error;
    }
  }

  async function parse<Result>(name: string, body: Body): Promise<Result> {
    // The wait for its turn counts: it may be that of one that never ends.
    const signal = AbortSignal.timeout(LONGEST);
    largeParses++;
    try {
      return await inTurnOfAnswers(() => run(body, { name, transferList: ownMemory(body) }, signal));
    } finally {
      largeParses--;
    }
  }

  async function readHere<Result>(read: (body: Body) => Result, body: Body): Promise<Result> {
    if (bodySize(body) < NOTICED) return readAway(read, body);
    return inTurnHere(async () => {
      await nextTurn();
      return readAway(read, body);
    });
  }

  return {
    async readScannerAnswer(body) {
      return bodySize(body) < LARGE ? readHere(readScannerAnswer, body) : parse('readScannerAnswer', body);
    },
    async readCompanyAnswer(body) {
      return bodySize(body) < LARGE ? readHere(readCompanyAnswer, body) : parse('readCompanyAnswer', body);
    },
    async sortTable(task) {
      if (orders >= MOST_ORDERS) throw tooMuch();
      orders++;
      try {
        return await inTurnOfOrders(() => run(task, { name: 'sortTable' }));
      } finally {
        orders--;
      }
    },
    async formatCsv(block, gone) {
      if (blockSize(block) < LARGE_BLOCK) return formatCsv(block);
      return inTurnOfBlocks(async () => (gone?.aborted ? undefined : run(block, { name: 'formatCsv' })));
    },
    largeParses: () => largeParses,
    close: () => threads.destroy(),
  };
}

/** Thrown to whoever asks for more than can be done now. */
function tooMuch(cause?: unknown): PageError {
  return new PageError('Too much large work', { status: 503, retryAfter: 3, cause });
}

function blockSize({ columns }: CsvBlock): number {
  return columns.reduce((sum, column) => sum + columnSize(column), 0);
}

type RunOptions = Parameters<Piscina['run']>[1];

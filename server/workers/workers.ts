// Tasks that take much processor time run on worker threads, so that they delay no other request: parsing large responses,
// sorting, joining people, formatting exports, and reading lists of people. Each method of `Workers` is one task. It processes small
// input at once, on the event loop, and passes large input and every list to the pool.
//
// The pool (pool.ts) has a thread for each queue. Tasks of one queue run one at a time, so that no queue waits for another one. A thread
// (thread.ts) starts with its first task, ends when it is idle, and is terminated when a task takes too long. Its program
// (worker.ts) calls the function of the task's name in tasks.ts; typed arrays move between threads without a copy.

import type { ProductKey } from '../../shared/products';
import type { ParsedStats, ProductResponse } from '../backends/products';
import { copyBody, isSlowBody } from '../backends/wire';
import type { ListToCompare } from '../compare/compare-list';
import type { ListToRead } from '../compare/read-list';
import { createQueue } from '../concurrency/queue';
import { columnSize } from '../lists/columns';
import type { CsvBlock } from '../lists/csv';
import type { SortTask } from '../lists/sort';
import type { SheetBlock } from '../lists/workbook';
import type { PeopleToJoin } from '../people/join';
import { createPool } from './pool';
import * as tasks from './tasks';
import { overloaded } from './thread';

export type Workers = ReturnType<typeof createWorkers>;

/** Up to this size, about 600 licenses, columns are joined and formatted on the event loop, which takes a few milliseconds. */
const INLINE_BYTES = 64 * 1024;

/** How many sorts and joins may be running or waiting. Each takes up to half a second. */
const MAX_PENDING_SORTS = 16;

/** How many readings of lists, or comparisons, may be running or waiting, in all and for one administrator. */
const MAX_PENDING_UPLOADS = 16;
const MAX_PENDING_UPLOADS_PER_ADMINISTRATOR = 2;

/** The queues. A file of 10 MB takes up to 250 MB, so lists are read one at a time. */
const queues = ['parse', 'sort', 'format', 'stored', 'upload'] as const;

/**
 * The tasks, on one pool of threads that run the program in `file` (see `worker.ts`). Tasks of one queue run one at a time,
 * which bounds their memory. `onError` is called when a thread exits between two tasks.
 */
export function createWorkers(file: string, onError: (error: unknown) => void) {
  const pool = createPool<typeof tasks, (typeof queues)[number]>(file, { threads: queues.length, onError });
  const uploads = createTurns();
  // Pages of stored lists do not wait for other administrators' files.
  const stored = createTurns();

  return {
    async parseStats<Key extends ProductKey>(
      response: ProductResponse<Key>,
      timeoutMs: number,
    ): Promise<ParsedStats<Key> | undefined> {
      const parse = tasks.parseStats as (input: ProductResponse<Key>) => ParsedStats<Key> | undefined;
      const { body } = response;
      if (!isSlowBody(body)) return parse(response);
      const copy = copyBody(body);
      const signal = AbortSignal.timeout(timeoutMs);
      const options = { queue: 'parse' as const, transferList: [copy.buffer], timeoutMs, signal };
      const parsed = await pool.run('parseStats', { ...response, body: [copy] }, options);
      return parsed as ParsedStats<Key> | undefined;
    },
    sortTable: (task: SortTask) =>
      pool.run('sortTable', task, { queue: 'sort', maxPending: MAX_PENDING_SORTS }),
    async joinPeople(people: PeopleToJoin) {
      const columns = Object.values(people.tables).flatMap(table =>
        table ? [...Object.values(table.texts), ...Object.values(table.counts)] : [],
      );
      return sizeOf({ columns }) <= INLINE_BYTES
        ? tasks.joinPeople(people)
        : pool.run('joinPeople', people, { queue: 'sort', maxPending: MAX_PENDING_SORTS });
    },
    /** Reads a list; always in a thread, one at a time (T56). */
    readList: (list: ListToRead, userId: string) =>
      uploads(userId, () => pool.run('readList', list, { queue: 'upload' })),
    /** Compares a list with people; always in a thread, one at a time (T56). */
    compareList: (list: ListToCompare, userId: string) =>
      stored(userId, () => pool.run('compareList', list, { queue: 'stored' })),
    /** The bytes of a block. Rejects when `signal` aborts before the block's turn. */
    async formatCsv(block: CsvBlock, signal?: AbortSignal) {
      return sizeOf(block) <= INLINE_BYTES
        ? tasks.formatCsv(block)
        : pool.run('formatCsv', block, { queue: 'format', signal });
    },
    /** The same for a workbook. */
    async formatSheet(block: SheetBlock, signal?: AbortSignal) {
      return sizeOf(block) <= INLINE_BYTES
        ? tasks.formatSheet(block)
        : pool.run('formatSheet', block, { queue: 'format', signal });
    },
    close: () => pool.close(),
  };
}

/** Limits the tasks of a queue. An administrator's second task waits for the first task of every other administrator. */
function createTurns() {
  const own = createQueue(1);
  return async <Result>(userId: string, work: () => Promise<Result>): Promise<Result> => {
    const pending = (key?: string) => own.count(key).waiting + own.count(key).running;
    if (pending() >= MAX_PENDING_UPLOADS || pending(userId) >= MAX_PENDING_UPLOADS_PER_ADMINISTRATOR)
      throw overloaded();
    return own.run([userId], work);
  };
}

function sizeOf({ columns }: Pick<CsvBlock, 'columns'>): number {
  return Object.values(columns).reduce((sum, column) => sum + columnSize(column), 0);
}

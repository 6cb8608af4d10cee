import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Parsers, StatsTasks } from '../backends/stats-tasks';
import { bodySize, copyBody, LARGE_BODY_BYTES } from '../backends/wire';
import type { CsvBlock } from '../lists/csv';
import { columnSize } from '../lists/table';
import { createWorkerPool } from './pool';
import { createTaskQueue } from './task-queue';
import * as tasks from './tasks';

/** CPU-intensive tasks: small input is processed on the event loop, large input in a worker thread. */
export interface Workers extends StatsTasks {
  /** Returns the email addresses in a text (see `shared/email-list.ts`). */
  readonly findEmails: (text: string) => Promise<readonly string[]>;
  /** Returns the bytes of a block; undefined when `signal` aborts before the block's turn. */
  readonly formatCsv: (block: CsvBlock, signal?: AbortSignal) => Promise<Uint8Array | undefined>;
  readonly close: () => Promise<void>;
}

/**
 * Larger bodies are parsed one per turn of the event loop. A body of this size takes 1 ms; the largest one that is parsed
 * there, of LARGE_BODY_BYTES, takes about 8 ms.
 */
const IMMEDIATE_PARSE_BYTES = 256 * 1024;

/** Blocks up to this size, about 1,000 licenses, are formatted on the event loop, which takes about 2 ms. */
const INLINE_CSV_BYTES = 64 * 1024;

/**
 * Texts up to this length, about 400 addresses, are searched for emails on the event loop, which takes about 1 ms. Unicode
 * normalization can make a text 18 times as long, so that 2 MB can take seconds (T29).
 */
const INLINE_EMAILS_LENGTH = 16 * 1024;

/** How many sorts may be running or waiting. Each takes up to half a second. */
const MAX_PENDING_SORTS = 16;

/** The maximum number of email searches that are running or waiting. Each text has up to 2 MB. */
const MAX_PENDING_SEARCHES = 16;

/**
 * Returns the tasks. Their workers run the program in `file` (see `worker.ts`). Each kind of task has its own worker, so
 * that it never waits for another kind. `onError` is called when a worker exits between two tasks.
 */
export function createWorkers(file: string, onError: (error: unknown) => void): Workers {
  const parsing = createWorkerPool<Parsers>(file, { onError });
  const sorting = createWorkerPool<typeof tasks>(file, { onError, maxPending: MAX_PENDING_SORTS });
  const formatting = createWorkerPool<typeof tasks>(file, { onError });
  const searching = createWorkerPool<typeof tasks>(file, { onError, maxPending: MAX_PENDING_SEARCHES });
  const inlineParsing = createTaskQueue();
  const parsers: Parsers = tasks;

  return {
    async parse(name, body) {
      const size = bodySize(body);
      if (size <= IMMEDIATE_PARSE_BYTES) return parsers[name](body);
      if (size > LARGE_BODY_BYTES) {
        const copy = copyBody(body);
        return parsing.run(name, [copy], [copy.buffer]);
      }
      return inlineParsing.run(async () => {
        await nextTurn();
        return parsers[name](body);
      });
    },
    sortTable: task => sorting.run('sortTable', task),
    async findEmails(text) {
      return text.length <= INLINE_EMAILS_LENGTH ? tasks.findEmails(text) : searching.run('findEmails', text);
    },
    async formatCsv(block, signal) {
      if (blockSize(block) <= INLINE_CSV_BYTES) return tasks.formatCsv(block);
      return formatting.runUnlessAborted(signal, 'formatCsv', block);
    },
    async close() {
      await Promise.all([parsing, sorting, formatting, searching].map(pool => pool.close()));
    },
  };
}

function blockSize({ columns }: CsvBlock): number {
  return columns.reduce((sum, column) => sum + columnSize(column), 0);
}

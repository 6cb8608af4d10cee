import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Parsers, StatsTasks } from '../backends/stats-tasks';
import { bodySize, copyBody, LARGE_BODY_BYTES } from '../backends/wire';
import type { Changes, ComparisonInput, RefusedFile } from '../comparisons/comparison';
import type { PeopleTables, PersonTable } from '../joined-people/join';
import { columnSize } from '../lists/columns';
import type { CsvBlock } from '../lists/csv';
import type { FoundPeople, Refusal } from '../people/answer';
import type { PeopleInput } from '../people/recognize';
import { createQueue } from '../queue';
import { createPool } from './pool';
import * as tasks from './tasks';

/** CPU-intensive tasks: small input is processed on the event loop, large input in a worker thread. */
export interface Workers extends StatsTasks {
  readonly joinPeople: (tables: PeopleTables) => Promise<PersonTable>;
  /** Finds the people in a text or a file. The searches of one owner run one at a time (T56). */
  readonly recognizePeople: (input: PeopleInput, owner: string) => Promise<FoundPeople | Refusal>;
  /** Compares two exports. The comparisons of one owner run one at a time (T72). */
  readonly compareExports: (input: ComparisonInput, owner: string) => Promise<Changes | RefusedFile>;
  /** The bytes of a block; undefined when `signal` aborts before the block's turn. */
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

/** Up to this number of rows are joined on the event loop, which takes 2 ms. */
const INLINE_JOIN_ROWS = 2000;

/** Texts and files up to this size, about 400 addresses, are searched for people on the event loop, which takes 5 ms. */
const INLINE_SEARCH_BYTES = 16 * 1024;

/** How many sorts may be running or waiting. Each takes up to half a second. */
const MAX_PENDING_SORTS = 16;

/**
 * The limits of searches for people (T56): an administrator has at most one thread, so that a search of another one can
 * begin at once. A search of 1 MB takes a fifth of a second.
 */
const SEARCH_LIMITS = {
  threads: 2,
  maxPending: 16,
  maxPendingPerOwner: 2,
  timeoutMs: 2000,
} as const;

/** Exports up to this size in all, about 1,000 licenses, are compared on the event loop, which takes 10 ms. */
const INLINE_COMPARISON_BYTES = 64 * 1024;

/** The limits of comparisons (T72). Two exports of 5 MB take 2 seconds. */
const COMPARISON_LIMITS = { maxPending: 8, maxPendingPerOwner: 2 } as const;

/**
 * The tasks. Their workers run the program in `file` (see `worker.ts`). Each kind of task has its own threads,
 * so that it never waits for another kind. `onError` is called when a thread exits between two tasks.
 */
export function createWorkers(file: string, onError: (error: unknown) => void): Workers {
  const parsing = createPool<Parsers>(file, { onError });
  // It also joins people, who are sorted next.
  const sorting = createPool<typeof tasks>(file, { onError, maxPending: MAX_PENDING_SORTS });
  const formatting = createPool<typeof tasks>(file, { onError });
  const searching = createPool<typeof tasks>(file, { onError, ...SEARCH_LIMITS });
  const comparing = createPool<typeof tasks>(file, { onError, ...COMPARISON_LIMITS });
  const inlineParsing = createQueue({ limit: 1 });
  const parsers: Parsers = tasks;

  return {
    async parse(name, response) {
      const { body, now } = response;
      const size = bodySize(body);
      if (size <= IMMEDIATE_PARSE_BYTES) return parsers[name](response);
      if (size > LARGE_BODY_BYTES) {
        const copy = copyBody(body);
        return parsing.run(name, { body: [copy], now }, { transferList: [copy.buffer] });
      }
      return inlineParsing.run([], async () => {
        await nextTurn();
        return parsers[name](response);
      });
    },
    sortTable: task => sorting.run('sortTable', task),
    async joinPeople(tables) {
      const rows = Object.values(tables).reduce((sum, table) => sum + (table?.length ?? 0), 0);
      return rows <= INLINE_JOIN_ROWS ? tasks.joinPeople(tables) : sorting.run('joinPeople', tables);
    },
    async recognizePeople(input, owner) {
      return input.text.length + (input.file?.length ?? 0) <= INLINE_SEARCH_BYTES
        ? tasks.recognizePeople(input)
        : searching.run('recognizePeople', input, { owner });
    },
    async compareExports(input, owner) {
      return comparisonSize(input) <= INLINE_COMPARISON_BYTES
        ? tasks.compareExports(input)
        : comparing.run('compareExports', input, { owner });
    },
    async formatCsv(block, signal) {
      if (blockSize(block) <= INLINE_CSV_BYTES) return tasks.formatCsv(block);
      return formatting.run('formatCsv', block, { signal }).catch(error => {
        if (signal?.aborted) return undefined;
        throw error;
      });
    },
    async close() {
      await Promise.all([parsing, sorting, formatting, searching, comparing].map(pool => pool.close()));
    },
  };
}

function blockSize({ columns }: CsvBlock): number {
  return columns.reduce((sum, column) => sum + columnSize(column), 0);
}

function comparisonSize({ before, after }: ComparisonInput): number {
  const columns = 'file' in after ? [] : after.current.flatMap(block => Object.values(block.columns));
  const size = 'file' in after ? after.file.length : 0;
  return columns.reduce((sum, column) => sum + columnSize(column), before.length + size);
}

import { type ProductKey, productKeys } from '../../shared/products';
import type { SortTable } from '../lists/list';
import { cacheStats } from './cached';
import type { Caller } from './call';
import { ecard } from './ecard';
import { type BackendDefinition, createProductBackend, type ProductBackend } from './product-backend';
import type { StatsTables } from './product-stats';
import { scanner } from './scanner';
import type { StatsCache } from './stats-cache';
import type { StatsResponse } from './wire';

const productBackends = {
  license: scanner,
  card: ecard,
} as const satisfies Record<ProductKey, BackendDefinition>;

type Definitions = typeof productBackends;

export type ParsedStats<Key extends ProductKey> = NonNullable<ReturnType<Definitions[Key]['stats']['parse']>>;

export type ProductBackends = {
  readonly [Key in ProductKey]: ProductBackend<ParsedStats<Key>, keyof Definitions[Key]['actions'] & string>;
};

interface ProductDependencies {
  readonly callerOf: (url: string) => Caller;
  readonly workers: StatsTasks;
  readonly statsCache: StatsCache;
  readonly now: () => number;
}

/** Tasks on large stats, which run on worker threads. */
interface StatsTasks {
  readonly parseStats: (
    response: ProductResponse<ProductKey>,
    timeoutMs: number,
  ) => Promise<ParsedStats<ProductKey> | undefined>;
  readonly sortTable: SortTable;
}

/** A client of each backend. It caches the stats. */
export function createProductBackends(
  urls: Readonly<Record<ProductKey, string>>,
  { callerOf, workers, statsCache, now }: ProductDependencies,
): ProductBackends {
  const clients = productKeys.map(productKey => {
    const tasks = {
      parse: (response: StatsResponse, timeoutMs: number) =>
        workers.parseStats({ ...response, productKey }, timeoutMs),
      sortTable: workers.sortTable,
      now,
    };
    const client = createProductBackend<StatsTables, string>(
      productBackends[productKey],
      callerOf(urls[productKey]),
      tasks,
    );
    return [productKey, cacheStats(client, statsCache, productKey)];
  });
  return Object.fromEntries(clients);
}

/** The input of a task that parses a response. */
export interface ProductResponse<Key extends ProductKey> extends StatsResponse {
  readonly productKey: Key;
}

export function parseStats({ productKey, ...response }: ProductResponse<ProductKey>) {
  return productBackends[productKey].stats.parse(response);
}

import { BackendError } from '../errors';
import type { SortTable } from '../lists/list';
import { type CallContext, type Caller, path } from './call';
import { createItemLists, type StatsTables, type WithItemLists } from './product-stats';
import type { StatsResponse } from './wire';

/** A call that changes something. It has no body. */
interface Action {
  /** In logs and metrics. */
  readonly name: string;
  readonly method: 'POST' | 'DELETE';
  /** With `{entityId}` for the company, and `{id}` for the license or card. */
  readonly path: string;
  /** The message of a failure, as in docs/product.md. */
  readonly failure: string;
}

/** The calls of a product's backend. */
export interface BackendDefinition<
  Tables extends StatsTables = StatsTables,
  Actions extends string = 'requestLicenses' | 'remove',
> {
  readonly name: string;
  readonly stats: Pick<Action, 'path' | 'failure'> & {
    /** Returns undefined if the body is not a JSON object. Worker threads parse large bodies. */
    readonly parse: (response: StatsResponse) => Tables | undefined;
  };
  readonly actions: Readonly<Record<Actions, Action>>;
}

interface StatsTasks<Tables> {
  readonly parse: (response: StatsResponse, timeoutMs: number) => Promise<Tables | undefined>;
  readonly sortTable: SortTable;
  readonly now: () => number;
}

export type ProductBackend<Tables extends StatsTables, Actions extends string> = ReturnType<
  typeof createProductBackend<Tables, Actions>
>;

/** The client of a product's backend. Every call throws a BackendError when it fails. */
export function createProductBackend<Tables extends StatsTables, Actions extends string>(
  { name, stats, actions }: BackendDefinition<Tables, Actions>,
  caller: Caller,
  { parse, sortTable, now }: StatsTasks<Tables>,
) {
  return {
    async stats(entityId: string, context: CallContext): Promise<WithItemLists<Tables>> {
      const { failure } = stats;
      const call = { name: `${name} stats`, method: 'GET' as const, context, failure };
      const tables = await caller.fetchStats(
        { ...call, path: path(stats.path, { entityId }) },
        (body, timeoutMs) => parse({ body, now: now() }, timeoutMs),
      );
      if (!tables) throw new BackendError(failure, 'content');
      return { ...tables, items: tables.items && createItemLists(tables.items, sortTable) };
    },

    send(
      action: Actions,
      ids: { readonly entityId: string; readonly id?: string },
      context: CallContext,
    ): Promise<void> {
      const { path: template, ...call } = actions[action];
      return caller.send({ ...call, path: path(template, ids), context });
    },
  };
}

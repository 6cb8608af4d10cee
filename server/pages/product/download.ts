import { entityFor } from '../../../shared/admin';
import type { ListState } from '../../../shared/list-state';
import type { PortalUsers } from '../../backends/portal-users';
import { BackendError } from '../../errors';
import { redirect, type SignedInHandler } from '../../http/reply';
import type { Workers } from '../../workers/workers';
import { activityOf } from './activity';
import { csv } from './csv';
import { type ListDefinition, searchOf } from './list';
import type { ProductDefinition } from './product';

interface Options {
  readonly portalUsers: PortalUsers;
  readonly workers: Workers;
  readonly now: () => number;
}

/** Returns a GET handler for a list as CSV: all rows that match the current search, in the current order. */
export function listDownload<Stats, State extends ListState, Needs, Row, Sort extends string>(
  product: ProductDefinition<Stats, State, Needs>,
  list: ListDefinition<Stats, State, Row, Sort>,
) {
  return (options: Options & Needs): SignedInHandler =>
    async request => {
      const { query, administrator } = request;
      const { portalUsers, workers, now } = options;
      const entityId = entityFor(await portalUsers.details(administrator.context), product.role);
      // The page explains the missing role.
      if (entityId === undefined) return redirect(product.path, { status: 302 });
      const rows = list.rows(await product.stats(options, entityId, administrator.context));
      // An error page is better than an empty file.
      if (!rows) throw new BackendError(list.unreadable, 'content');
      const state = product.readState(query);
      return csv(request, list.download.content(query), await rows.all(list.query(state)), {
        narrowing: { query: searchOf(list, state), activity: activityOf(list, state) },
        now,
        workers,
      });
    };
}

import { redirect } from '../../http/reply';
import { entityFor } from '../../roles';
import { withAuditLine } from '../audit-line';
import type { SignedInHandler } from '../handler';
import type { List } from './define-list';
import type { Product } from './define-product';

export function listDownload<Stats>(product: Product<Stats>, list: List<Stats>): SignedInHandler {
  return (request, dependencies) =>
    withAuditLine(request, dependencies, { event: 'download', product }, async () => {
      const { context } = request.administrator;
      const entityId = entityFor(await dependencies.portalUsers.details(context), product.role);
      // The page explains the missing role.
      if (entityId === undefined) {
        return { reply: redirect(product.path, { status: 302 }), outcome: 'redirected' };
      }
      const stats = await product.backend(dependencies).stats(entityId, context);
      const reply = await list.csv(request, stats, dependencies);
      return { reply, outcome: 'ok', item: reply.list };
    });
}

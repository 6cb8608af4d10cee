import { entityFor } from '../../../shared/admin';
import { redirect } from '../../http/reply';
import { auditEvents } from '../action-wrappers';
import type { SignedInHandler } from '../handler';
import type { ProductList } from './list';
import type { Product } from './product';

/** Returns a GET handler for the export of a list. */
export function listDownload<Stats>(product: Product<Stats>, list: ProductList<Stats>): SignedInHandler {
  const handler: SignedInHandler = async (request, dependencies) => {
    const { context } = request.administrator;
    const entityId = entityFor(await dependencies.portalUsers.details(context), product.role);
    // The page explains the missing role.
    if (entityId === undefined) return redirect(product.path, { status: 302 });
    const stats = await product.backend(dependencies).stats(entityId, context);
    return list.download(request, stats, dependencies);
  };
  return auditEvents(handler, 'download', product);
}

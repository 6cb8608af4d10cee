import { entityFor } from '../../../shared/admin';
import type { PortalUsers } from '../../backends/portal-users';
import { redirect, type SignedInHandler } from '../../http/reply';
import type { CsvOptions } from './csv';
import type { ProductList } from './list';
import type { Product } from './product';

/** Returns a GET handler for the export of a list. */
export function listDownload<Stats, Needs>(product: Product<Stats, Needs>, list: ProductList<Stats>) {
  return (options: CsvOptions & Needs & { readonly portalUsers: PortalUsers }): SignedInHandler =>
    async request => {
      const { context } = request.administrator;
      const entityId = entityFor(await options.portalUsers.details(context), product.role);
      // The page explains the missing role.
      if (entityId === undefined) return redirect(product.path, { status: 302 });
      return list.download(await product.stats(options, entityId, context), request, options);
    };
}

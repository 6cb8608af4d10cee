import type { ProductStats } from '../../backends/product-stats';
import { redirect } from '../../http/reply';
import type { ExportFormat } from '../../lists/exports';
import { entityFor } from '../../session/roles';
import { withDownloadLine } from '../audit-line';
import { requiring, type SignedInHandler } from '../handler';
import type { DefinedList } from '../lists/define-list';
import type { Product } from './define-product';

/** A GET handler for an export of a list. Without the role, it redirects to the page, which explains that. */
export function listDownload(
  product: Product,
  list: DefinedList<ProductStats>,
  format: ExportFormat,
): SignedInHandler {
  return requiring('role of its product', (request, dependencies) =>
    withDownloadLine(request, dependencies, { products: [product.key] }, async () => {
      const { context } = request.administrator;
      const entityId = entityFor(await dependencies.backends.portalUsers.details(context), product.key);
      if (entityId === undefined) return redirect(product.path, { status: 302 });
      const stats = await dependencies.backends.products[product.key].stats(entityId, context);
      return list.exportFile(request, stats, format, dependencies);
    }),
  );
}

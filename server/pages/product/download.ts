import type { Dependencies } from '../../dependencies';
import { type Reply, redirect } from '../../http/reply';
import type { ExportFormat } from '../../lists/exports';
import { entityFor } from '../../roles';
import { withDownloadLine } from '../audit-line';
import type { SignedInHandler, SignedInRequest } from '../handler';
import type { List } from '../lists/define-list';
import type { Product } from './define-product';

/** A GET handler for a file of a product. Without the role, it leads to the page, which explains that. */
export function productDownload<Stats>(
  product: Product<Stats>,
  page: string,
  file: (request: SignedInRequest, stats: Stats, dependencies: Dependencies) => Promise<Reply>,
): SignedInHandler {
  return (request, dependencies) =>
    withDownloadLine(request, dependencies, { products: [product] }, async () => {
      const { context } = request.administrator;
      const entityId = entityFor(await dependencies.portalUsers.details(context), product.role);
      if (entityId === undefined) return redirect(page, { status: 302 });
      return file(request, await product.backend(dependencies).stats(entityId, context), dependencies);
    });
}

export function listDownload<Stats>(
  product: Product<Stats>,
  list: List<Stats>,
  format: ExportFormat,
): SignedInHandler {
  return productDownload(product, product.path, (request, stats, dependencies) =>
    list.exportFile(request, stats, format, dependencies),
  );
}

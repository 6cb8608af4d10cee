import { downloadPath } from '../../../server/pages/product/list';
import { products } from '../../../server/pages/products';

/** The path of each list's export. */
export const downloadPaths = products.flatMap(product =>
  Object.values(product.lists).map(list => downloadPath(product, list)),
);

import { downloadPath } from '../../../server/pages/lists/page-lists';
import { cards } from '../../../server/pages/product/cards';
import { leadCapture } from '../../../server/pages/product/lead-capture';

/** The path of each list's export as CSV. */
export const downloadPaths = [leadCapture, cards].flatMap(product =>
  Object.values(product.lists).map(list => downloadPath(product, list, 'csv')),
);

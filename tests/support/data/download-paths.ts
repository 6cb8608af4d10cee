import { cards } from '../../../server/pages/cards/product';
import { leadCapture } from '../../../server/pages/lead-capture/product';
import { downloadPath } from '../../../server/pages/lists/page-lists';

/** The path of each list's export as CSV. */
export const downloadPaths = [leadCapture, cards].flatMap(product =>
  Object.values(product.lists).map(list => downloadPath(product, list, 'csv')),
);

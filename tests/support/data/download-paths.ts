import { cards } from '../../../server/pages/cards/page';
import { leadCapture } from '../../../server/pages/lead-capture/page';
import { downloadPath } from '../../../server/pages/lists/page-lists';

/** The path of each list's export as CSV. */
export const downloadPaths = [leadCapture, cards].flatMap(product =>
  Object.values(product.lists).map(list => downloadPath(product, list, 'csv')),
);

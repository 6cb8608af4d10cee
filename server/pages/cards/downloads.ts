import { listDownload } from '../product/download';
import { claimedCards, nonClaimedCards } from './lists';
import { cards } from './product';

/** GET /digital-business-cards/claimed-cards.csv; `?visits=1` has the real profile visits. */
export const claimedCardsCsv = listDownload(cards, claimedCards);

/** GET /digital-business-cards/non-claimed-cards.csv */
export const nonClaimedCardsCsv = listDownload(cards, nonClaimedCards);

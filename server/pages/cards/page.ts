import { CardsPage } from '../../../views/pages/CardsPage';
import { productPage } from '../product/page';
import { presentCards } from './present';
import { cards } from './product';

/** GET /digital-business-cards */
export const cardsPage = productPage(cards, CardsPage, presentCards);

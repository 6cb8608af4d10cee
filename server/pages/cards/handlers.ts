import { messages } from '../../../shared/messages';
import { CardsPage } from '../../../views/pages/CardsPage';
import type { SignedInHandler } from '../handler';
import { listAction, listRemoval } from '../product/action';
import { productPage } from '../product/page';
import { claimedCards } from './lists';
import { presentCards } from './present';
import { cards } from './product';

/** GET /digital-business-cards */
export const cardsPage = productPage(cards, CardsPage, presentCards);

/** POST /digital-business-cards/deactivate: deactivates cards of the administrator's own list only (P127). */
export const deactivateCard = listRemoval(cards, claimedCards);

/** POST /digital-business-cards/request-profile-data */
export const requestProfileData = listAction(cards, {
  auditedAs: 'profile-data request',
  run: ({ administrator }, { entityId }, { ecard }) =>
    ecard.requestProfileData(entityId, administrator.context),
  done: 'profileDataRequested',
  failed: 'profileDataRequestFailed',
  unexpected: { toast: 'profileDataFailed', message: messages.cards.exportFailed },
});

/** POST /digital-business-cards/cards: the backends have no such call (P112). */
export const addCard: SignedInHandler = () => ({
  kind: 'text',
  status: 501,
  text: messages.cards.addUnsupported,
});

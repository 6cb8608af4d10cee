import { messages } from '../../../shared/messages';
import { requiring } from '../handler';
import { productAction } from '../product/product-action';
import { cards } from './product';

/** POST /digital-business-cards/request-profile-data */
export const requestProfileData = productAction(cards, {
  auditedAs: 'profile-data request',
  limit: 'requests',
  async execute({ administrator }, entityId, { backends }) {
    await backends.products.card.send('requestProfileData', { entityId }, administrator.context);
    return { toast: ['profileDataRequested'] };
  },
  failed: 'profileDataRequestFailed',
  unexpected: { toast: 'profileDataFailed', message: messages.cards.exportFailed },
});

/** POST /digital-business-cards/cards: the backends have no such call (P112). */
export const addCard = requiring('session', () => ({
  kind: 'text',
  status: 501,
  type: 'text',
  text: messages.cards.addUnsupported,
}));

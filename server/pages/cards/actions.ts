import { messages } from '../../../shared/messages';
import { BackendError } from '../../errors';
import type { Handler } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { listAction, requestLicenses } from '../product/action';
import { findDeactivatable } from './lists';
import { cards } from './product';

/** POST /digital-business-cards/request-licenses */
export const requestCardLicenses = requestLicenses(cards);

/** POST /digital-business-cards/deactivate: deactivates cards of the administrator's own list only (P127). */
export const deactivateCard = listAction(cards, {
  async run({ ecard }, entityId, { administrator: { bearer }, form }) {
    const card = findDeactivatable(await ecard.stats(entityId, bearer), form.cardId);
    if (!card) throw new BackendError(messages.cards.deactivateCallFailed, 'not listed');
    await ecard.deactivateCard(card.cardId, bearer);
  },
  done: 'cardDeactivated',
  failed: 'deactivateFailed',
  unexpected: { toast: 'removeCardFailed', message: messages.cards.removeFailed },
});

/** POST /digital-business-cards/request-profile-data */
export const requestProfileData = listAction(cards, {
  run: ({ ecard }, entityId, { administrator }) => ecard.requestProfileData(entityId, administrator.bearer),
  done: 'profileDataRequested',
  failed: 'profileDataRequestFailed',
  unexpected: { toast: 'profileDataFailed', message: messages.cards.exportFailed },
});

/** POST /digital-business-cards/cards: the backends have no such call (P112). */
export function addCard(): Handler<SignedInRequest> {
  return () => ({ kind: 'text', status: 501, text: messages.cards.addUnsupported });
}

import { removableProduct } from '../removals/product';
import { claimedCards } from './lists';
import { cards } from './product';

/** The removal of digital business cards. */
export const cardRemoval = removableProduct(cards, claimedCards, {
  terms: {
    verb: 'Deactivate',
    done: 'Deactivated',
    warning: 'This action will clear the NFC profile and cannot be undone.',
  },
  auditedAs: 'deactivation',
  roleMissing: cards.roleMissing,
  // The call names no company: callers pass only cards of the administrator's own list (P127).
  remove: ({ ecard }, _entityId, cardId, context) => ecard.deactivateCard(cardId, context),
});

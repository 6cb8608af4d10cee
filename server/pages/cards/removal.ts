import { removableProduct } from '../removals/product';
import { claimedCards } from './lists';
import { cards } from './product';

/** The removal of digital business cards. */
export const cardRemoval = removableProduct(cards, claimedCards, {
  kind: 'card',
  terms: {
    verb: 'Deactivate',
    done: 'Deactivated',
    noun: 'Card',
    activity: 'profile visits',
    warning: 'This action will clear the NFC profile and cannot be undone.',
  },
  columns: { id: 'cardId', email: 'email', recentActivity: 'viewsLast30Days' },
  auditedAs: 'deactivation',
  roleMissing: cards.roleMissing,
  remove: ({ ecard }, _entityId, cardId, context) => ecard.deactivateCard(cardId, context),
});

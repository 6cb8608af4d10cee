import { messages } from '../../../shared/messages';
import { type RemovableProduct, removableList } from '../removals/product';
import { claimedCards } from './lists';
import { cards } from './product';

type Needs = Parameters<typeof cards.stats>[0];

/** The bulk removal of digital business cards. */
export const cardRemoval: RemovableProduct<Needs> = {
  kind: 'card',
  role: cards.role,
  roleMissing: cards.roleMissing,
  statsFailed: messages.cards.statsCallFailed,
  path: cards.path,
  title: cards.title,
  words: {
    verb: 'Deactivate',
    done: 'Deactivated',
    noun: 'Card',
    activity: 'profile visits',
    warning: 'This action will clear the NFC profile and cannot be undone.',
  },
  auditedAs: 'deactivation',
  listAddress: query => `${cards.address(cards.path, cards.readState(query))}#${claimedCards.id}`,
  list: async (needs, entityId, context) =>
    removableList(cards, claimedCards, await cards.stats(needs, entityId, context), {
      kind: 'card',
      id: 'cardId',
      email: 'email',
      recentActivity: 'viewsLast30Days',
    }),
  remove: ({ ecard }, _entityId, id, context) => ecard.deactivateCard(id, context),
};

import { formatCount } from '../../../shared/format-count';
import { messages } from '../../../shared/messages';
import { paths, withParameter } from '../../../shared/paths';
import type { ConfirmDialogProps } from '../../../views/Island';
import { CardsPage } from '../../../views/pages/CardsPage';
import type { EcardStats } from '../../backends/ecard';
import { formatAverage } from '../format';
import { requiring } from '../handler';
import { cards } from '../product/cards';
import type { PageContext } from '../product/define-product';
import { productPage } from '../product/page';
import { productAction } from '../product/product-action';
import { removalAction } from '../product/removal-action';
import { presentRemoval } from '../product/removal-dialog';
import { presentActive, presentFewLeft, presentUsageFilter } from '../product/usage';

/** GET /digital-business-cards */
export const cardsPage = productPage(cards, CardsPage, presentCards, context => ({
  profileData: {
    href: withParameter(cards.url(cards.path, context.state), 'dialog', PROFILE_DATA),
    dialog: PROFILE_DATA,
  },
  dialogs: [presentProfileData(context)],
}));

/** POST /digital-business-cards/deactivate: deactivates cards of the administrator's own list only (P127). */
export const deactivateCard = removalAction(cards);

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

/** The name of the dialog that requests all profile data, in `?dialog=`. */
const PROFILE_DATA = 'profile-data';

/** The content of the Digital Business Cards page, except its lists. */
export function presentCards(stats: EcardStats, context: PageContext) {
  const { active, available } = presentActive(stats, 'all cards');
  return {
    overview: {
      figures: [
        { label: 'Active Cards', ...active },
        { label: 'Available Cards', ...available },
        { label: 'Total Cards', value: formatCount(stats.licensesPurchased), note: 'purchased' },
        {
          label: 'Profile Visits (30 days)',
          value: formatCount(stats.last30Days),
          note: formatAverage(stats.last30Days, stats.licensesClaimed, 'active card'),
        },
        {
          label: 'Profile Visits (total)',
          value: formatCount(stats.total),
          note: 'since the start',
        },
      ],
      fewLeft: presentFewLeft(cards, stats),
    },
    filter: presentUsageFilter(cards, stats, cards.readState(context.query)),
    ...presentRemoval(cards, stats, context),
  };
}

function presentProfileData({ state, query, formKey }: PageContext): ConfirmDialogProps {
  return {
    name: PROFILE_DATA,
    title: 'Request Profile Data Export',
    text: 'We will email an export of all card profile data to your registered email.',
    confirmLabel: 'Confirm',
    busyLabel: 'Requesting...',
    danger: false,
    action: cards.url(paths.requestProfileData, state),
    formKey,
    cancelHref: cards.url(cards.path, state),
    item: query.dialog === PROFILE_DATA ? { id: '', email: '', subject: [] } : undefined,
  };
}

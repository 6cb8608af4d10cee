import { availableLicenses } from '../../../shared/licenses';
import { paths, withParameter } from '../../../shared/paths';
import type { ConfirmDialogProps } from '../../../views/Island';
import type { CompanyStats } from '../../backends/ecard';
import { formatCount, presentMeter } from '../figures';
import { presentIdle } from '../product/activity';
import type { PageContext } from '../product/page';
import { presentRemoval } from '../product/removal';
import { claimedCards } from './lists';
import { cards } from './product';

/** The name of the dialog that requests all profile data, in `?dialog=`. */
const PROFILE_DATA = 'profile-data';

/** Returns the content of the Digital Business Cards page. */
export function presentCards(stats: CompanyStats, context: PageContext) {
  const { licensesPurchased: total, licensesClaimed: active } = stats;
  const { state, query } = context;
  const removal = presentRemoval(cards, claimedCards, stats, context);
  return {
    profileData: {
      href: withParameter(cards.address(cards.path, state), 'dialog')(PROFILE_DATA),
      dialog: PROFILE_DATA,
      item: { id: '', subject: [] },
    },
    overview: {
      metrics: [
        { label: 'Active Cards', value: formatCount(active) },
        { label: 'Available Cards', value: formatCount(availableLicenses(stats)) },
        { label: 'Total Cards', value: formatCount(total) },
        { label: 'Profile Visits (30 days)', value: formatCount(stats.activitiesLast30Days) },
        { label: 'Profile Visits (total)', value: formatCount(stats.activitiesTotal) },
      ],
      meter: presentMeter(active, total, `${formatCount(active)} of ${formatCount(total)} cards active`),
    },
    idle: presentIdle(cards, claimedCards, stats),
    dialogs: [...removal.dialogs, presentProfileData(query.dialog === PROFILE_DATA, context)],
    notice: removal.notice,
  };
}

/** Returns the dialog that requests all profile data by email. */
function presentProfileData(open: boolean, { state, once }: PageContext): ConfirmDialogProps {
  return {
    name: PROFILE_DATA,
    title: 'Request Profile Data Export',
    text: 'We will email an export of all card profile data to your registered email.',
    confirmLabel: 'Confirm',
    busyLabel: 'Requesting...',
    danger: false,
    action: cards.address(paths.requestProfileData, state),
    once,
    cancelHref: cards.address(cards.path, state),
    item: open ? { id: '', subject: [] } : undefined,
  };
}

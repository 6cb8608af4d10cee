import { messages } from '../../shared/messages';
import { NO_JOB_TITLE, type StatsOf, toItemTables } from './product-stats';
import { parseFields, type StatsResponse, toCount, toId, toText } from './wire';

/** The stats of a company's cards (P173): `leads` is the number of leads from cards. */
export type EcardStats = StatsOf<typeof parse>;

/** The ecard backend (P173 to P175). */
export const ecard = {
  name: 'ecard',
  stats: { path: '/portal/companies/{entityId}/stats', failure: 'Failed to get company stats', parse },
  actions: {
    /** The backend adds them later. */
    requestLicenses: {
      name: 'ecard top-up',
      method: 'POST',
      path: '/portal/companies/{entityId}/topup',
      failure: 'Failed to request digital business card licenses',
    },
    /** Clears a card's NFC profile, which cannot be undone. The backend does not check the company: the caller must. */
    remove: {
      name: 'ecard deactivation',
      method: 'DELETE',
      path: '/portal/nfcprofiles/{id}/clear',
      failure: 'Failed to deactivate digital business card',
    },
    /** The backend emails all profile data to the administrator. */
    requestProfileData: {
      name: 'ecard export',
      method: 'POST',
      path: '/portal/companies/{entityId}/export',
      failure: messages.cards.exportCallFailed,
    },
  },
} as const;

/** Parses the stats of a company in the ecard backend (P173). Returns undefined if the body is not a JSON object. */
function parse({ body, now }: StatsResponse) {
  const stats = parseFields(body);
  return (
    stats && {
      licensesPurchased: toCount(stats.licencesPurchased),
      licensesClaimed: toCount(stats.licencesClaimed),
      last30Days: toCount(stats.activitiesLast30Days),
      total: toCount(stats.activitiesTotal),
      leads: toCount(stats.leads),
      // The activation date and the shares are not shown, so they are not parsed (P174).
      items: toItemTables(stats.userStats, now, {
        id: user => toId(user.code),
        texts: { name: user => toText(user.name), jobTitle: user => toText(user.title) || NO_JOB_TITLE },
        last30Days: user => toCount(user.activitiesLast30Days),
        total: user => toCount(user.activitiesTotal),
      }),
    }
  );
}

import type { LicenseCounts } from '../../../shared/licenses';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { IdleContent } from '../../../views/components/IdleNote';
import type { Integration, ProductCard } from '../../../views/pages/DashboardPage';
import type { CompanyStats } from '../../backends/ecard';
import type { ScannerStats } from '../../backends/scanner';
import { presentIdleCards } from '../cards/present';
import { formatCount, presentMeter } from '../figures';
import { presentIdleLicenses } from '../lead-capture/present';
import type { StatsResult } from '../product/stats';

/** Returns the content of the Lead Capture card. */
export function presentLeadCapture(stats: StatsResult<ScannerStats>): ProductCard {
  if (stats === 'no access') return { state: 'no access' };
  if (stats === 'failed')
    return { state: 'failed', message: messages.leadCapture.statsFailed, retryHref: paths.dashboard };
  return product(stats, presentIdleLicenses(stats), `${paths.requestLicenses}?from=dashboard`, [
    ['Leads, last 30 days', formatCount(stats.leadsLast30Days)],
    ['Leads, all time', formatCount(stats.leadsTotal)],
  ]);
}

/** Returns the content of the Digital Business Cards card. */
export function presentCards(stats: StatsResult<CompanyStats>): ProductCard {
  if (stats === 'no access') return { state: 'no access' };
  if (stats === 'failed')
    return { state: 'failed', message: messages.cards.statsCallFailed, retryHref: paths.dashboard };
  return product(stats, presentIdleCards(stats), `${paths.requestCards}?from=dashboard`, [
    ['Profile visits, last 30 days', formatCount(stats.activitiesLast30Days)],
    ['Profile visits, all time', formatCount(stats.activitiesTotal)],
    ['Leads from cards', formatCount(stats.leads)],
  ]);
}

/** Returns the content of the integrations card: the first integration of the scanner account. */
export function presentIntegration(stats: StatsResult<ScannerStats>): Integration {
  if (stats === 'failed')
    return {
      state: 'failed',
      message: messages.leadCapture.integrationsUnknown,
      retryHref: paths.dashboard,
    };
  const name = stats === 'no access' ? undefined : stats.integrations[0];
  return name === undefined ? { state: 'none' } : { state: 'active', name };
}

function product(
  { licensesPurchased, licensesClaimed }: LicenseCounts,
  idle: IdleContent | undefined,
  requestAction: string,
  activity: readonly (readonly [string, string])[],
): ProductCard {
  if (licensesPurchased === 0) return { state: 'not active', requestAction };
  const [purchased, claimed] = [formatCount(licensesPurchased), formatCount(licensesClaimed)];
  return {
    state: 'active',
    requestAction,
    idle,
    meter: presentMeter(licensesClaimed, licensesPurchased, `${claimed} of ${purchased} licenses activated`),
    figures: [['Licenses purchased', purchased], ['Licenses activated', claimed], ...activity],
  };
}

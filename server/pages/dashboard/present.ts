import type { LicenseCounts } from '../../../shared/licenses';
import { messages } from '../../../shared/messages';
import { paths, requestLicensesPath } from '../../../shared/paths';
import type { Integration, ProductCardContent, ProductCardProps } from '../../../views/pages/DashboardPage';
import type { CompanyStats } from '../../backends/ecard';
import type { ScannerStats } from '../../backends/scanner';
import { claimedCards } from '../cards/lists';
import { cards } from '../cards/page';
import { formatCount, presentMeter } from '../figures';
import { activatedLicenses } from '../lead-capture/lists';
import { leadCapture } from '../lead-capture/page';
import type { Product } from '../product/define-product';
import { presentIdle } from '../product/idle-note';
import type { StatsResult } from '../product/page';
import type { RemovableList } from '../product/removable';

type PresentedCard = Omit<ProductCardProps, 'once' | 'helpUrl'>;

/** Returns the Lead Capture card. */
export function presentLeadCaptureSummary(stats: StatsResult<ScannerStats>): PresentedCard {
  return {
    path: leadCapture.path,
    title: leadCapture.title,
    purpose: 'Capture leads at events by scanning badges and business cards.',
    card: presentProduct(leadCapture, activatedLicenses, stats, ({ leadsLast30Days, leadsTotal }) => [
      ['Leads, last 30 days', formatCount(leadsLast30Days)],
      ['Leads, all time', formatCount(leadsTotal)],
    ]),
  };
}

/** Returns the Digital Business Cards card. */
export function presentCardsSummary(stats: StatsResult<CompanyStats>): PresentedCard {
  return {
    path: cards.path,
    title: cards.title,
    purpose: 'Let people share their contact details with a tap.',
    card: presentProduct(cards, claimedCards, stats, ({ activitiesLast30Days, activitiesTotal, leads }) => [
      ['Profile visits, last 30 days', formatCount(activitiesLast30Days)],
      ['Profile visits, all time', formatCount(activitiesTotal)],
      ['Leads from cards', formatCount(leads)],
    ]),
  };
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

function presentProduct<Stats extends LicenseCounts, Row>(
  product: Product<Stats>,
  list: RemovableList<Stats, Row>,
  stats: StatsResult<Stats>,
  presentActivity: (stats: Stats) => readonly (readonly [label: string, value: string])[],
): ProductCardContent {
  if (stats === 'no access') return { state: 'no access' };
  if (stats === 'failed')
    return { state: 'failed', message: product.statsFailed, retryHref: paths.dashboard };
  const requestAction = `${requestLicensesPath(product.path)}?from=dashboard`;
  const { licensesPurchased, licensesClaimed } = stats;
  if (licensesPurchased === 0) return { state: 'not active', requestAction };
  const [purchased, claimed] = [formatCount(licensesPurchased), formatCount(licensesClaimed)];
  return {
    state: 'active',
    requestAction,
    idle: presentIdle(product, list, stats),
    meter: presentMeter(licensesClaimed, licensesPurchased, `${claimed} of ${purchased} licenses activated`),
    figures: [['Licenses purchased', purchased], ['Licenses activated', claimed], ...presentActivity(stats)],
  };
}

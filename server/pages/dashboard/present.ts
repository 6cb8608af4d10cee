import { messages } from '../../../shared/messages';
import { paths, requestLicensesPath } from '../../../shared/paths';
import type { Metric } from '../../../views/components/Metrics';
import type { BarChartProps } from '../../../views/components/plots/BarChart';
import type { Integration, ProductPanelProps } from '../../../views/pages/DashboardPage';
import type { Card } from '../../backends/cards';
import type { CompanyStats } from '../../backends/ecard';
import type { License, LicenseCounts } from '../../backends/licenses';
import type { ScannerStats } from '../../backends/scanner';
import type { ProductNumber } from '../../roles';
import { claimedCards, nonClaimedCards } from '../cards/lists';
import { cards } from '../cards/page';
import { formatCount } from '../figures';
import { activatedLicenses, nonActivatedLicenses } from '../lead-capture/lists';
import { leadCapture } from '../lead-capture/page';
import type { List, RemovableList } from '../product/define-list';
import type { Product } from '../product/define-product';
import { presentRequest, type StatsResult } from '../product/page';
import { presentActivations, presentMostActive, presentUnused, presentUse } from '../product/plots';

interface PanelDefinition<Stats, Row> {
  readonly product: Product<Stats>;
  readonly list: RemovableList<Stats, Row>;
  readonly free: List<Stats>;
  /** Describes the product to administrators who do not use it. */
  readonly purpose: string;
  /** The figures of its activity. */
  readonly activity: (stats: Stats) => readonly Metric[];
  readonly activations?: (stats: Stats, now: number) => BarChartProps | undefined;
}

interface PanelContext {
  /** The key that deduplicates the panel's form. */
  readonly once: string;
  readonly requestedAt: (product: ProductNumber) => number | undefined;
  readonly helpUrl: string;
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
}

export const leadCapturePanel: PanelDefinition<ScannerStats, License> = {
  product: leadCapture,
  list: activatedLicenses,
  free: nonActivatedLicenses,
  purpose: 'Capture leads at events by scanning badges and business cards.',
  activity: ({ leadsLast30Days, leadsTotal }) => [
    { label: 'Leads, last 30 days', value: formatCount(leadsLast30Days) },
    { label: 'Leads, all time', value: formatCount(leadsTotal) },
  ],
  activations: ({ licenses }, now) => licenses && presentActivations(licenses.activated, now),
};

export const cardsPanel: PanelDefinition<CompanyStats, Card> = {
  product: cards,
  list: claimedCards,
  free: nonClaimedCards,
  purpose: 'Let people share their contact details with a tap.',
  activity: ({ activitiesLast30Days, activitiesTotal, leads }) => [
    { label: 'Profile visits, last 30 days', value: formatCount(activitiesLast30Days) },
    { label: 'Profile visits, all time', value: formatCount(activitiesTotal) },
    { label: 'Leads from cards', value: formatCount(leads) },
  ],
};

/** The content of the integrations panel: the first integration of the scanner account. */
export function presentIntegration(stats: StatsResult<ScannerStats>): Integration {
  if (stats === 'failed')
    return {
      state: 'failed',
      message: messages.leadCapture.integrationsUnknown,
      retryHref: paths.dashboard,
    };
  if (stats === 'unknown') return { state: 'unknown' };
  const name = stats === 'no access' ? undefined : stats.integrations[0];
  return name === undefined ? { state: 'none' } : { state: 'active', name };
}

export async function presentPanel<Stats extends LicenseCounts, Row>(
  definition: PanelDefinition<Stats, Row>,
  stats: StatsResult<Stats>,
  context: PanelContext,
): Promise<ProductPanelProps> {
  const { path, title } = definition.product;
  return { path, title, panel: await presentState(definition, stats, context) };
}

async function presentState<Stats extends LicenseCounts, Row>(
  { product, list, free, purpose, activity, activations }: PanelDefinition<Stats, Row>,
  stats: StatsResult<Stats>,
  { once, requestedAt, helpUrl, now }: PanelContext,
): Promise<ProductPanelProps['panel']> {
  const request = {
    action: `${requestLicensesPath(product.path)}?from=dashboard`,
    once,
    requested: presentRequest(requestedAt(product.role), now),
  };
  if (stats === 'unknown') return { state: 'unknown' };
  if (stats === 'no access') return { state: 'no access', purpose, helpUrl };
  if (stats === 'failed') {
    return { state: 'failed', message: product.statsFailed, retryHref: paths.dashboard, request };
  }
  if (stats.licensesPurchased === 0) return { state: 'not active', purpose, request };
  return {
    state: 'active',
    request,
    metrics: [
      { label: 'Licenses purchased', value: formatCount(stats.licensesPurchased) },
      { label: 'Licenses activated', value: formatCount(stats.licensesClaimed) },
      ...activity(stats),
    ],
    use: presentUse(product, list, free, stats),
    unused: presentUnused(product, list, stats),
    activations: activations?.(stats, now),
    mostActive: await presentMostActive(list, stats),
  };
}

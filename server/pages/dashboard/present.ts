import { formatCount } from '../../../shared/format-count';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import { inviteUrl, type ProductKey } from '../../../shared/products';
import type { KeyFigure } from '../../../views/components/KeyFigures';
import type { Integration, ProductPanelProps } from '../../../views/pages/DashboardPage';
import type { EcardStats } from '../../backends/ecard';
import { type ProductStats, unclaimedCount } from '../../backends/product-stats';
import type { ScannerStats } from '../../backends/scanner';
import { formatItems } from '../format';
import { usageSentence, usages } from '../lists/usage-filter';
import { cards } from '../product/cards';
import type { Product } from '../product/define-product';
import { leadCapture } from '../product/lead-capture';
import type { StatsResult } from '../product/load-stats';
import { presentLicenseRequest } from '../product/request-licenses';
import { presentMostActive, presentUsage, usageFilterHref } from '../product/usage';

interface PanelDefinition<Stats extends ProductStats> {
  readonly product: Product<Stats>;
  /** Describes the product to administrators who do not use it. */
  readonly purpose: string;
  readonly activity: (stats: Stats) => readonly KeyFigure[];
}

interface PanelOptions {
  readonly formKey: string;
  readonly requestedAt: (productKey: ProductKey) => number | undefined;
  readonly helpUrl: string;
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
}

export const leadCapturePanel: PanelDefinition<ScannerStats> = {
  product: leadCapture,
  purpose: 'Capture leads at events by scanning badges and business cards.',
  activity: ({ last30Days, total }) => [
    { label: 'Leads, last 30 days', value: formatCount(last30Days) },
    { label: 'Leads, all time', value: formatCount(total) },
  ],
};

export const cardsPanel: PanelDefinition<EcardStats> = {
  product: cards,
  purpose: 'Let people share their contact details with a tap.',
  activity: ({ last30Days, total, leads }) => [
    { label: 'Profile visits, last 30 days', value: formatCount(last30Days) },
    { label: 'Profile visits, all time', value: formatCount(total) },
    { label: 'Leads from cards', value: formatCount(leads) },
  ],
};

/** The content of the line about integrations: the first integration of the scanner account. */
export function presentIntegration(stats: StatsResult<ScannerStats>): Integration {
  if (stats === 'failed') return { state: 'failed', message: messages.leadCapture.integrationsUnknown };
  if (stats === 'unknown') return { state: 'unknown' };
  const name = stats === 'no access' ? undefined : stats.integrations[0];
  return name === undefined ? { state: 'none' } : { state: 'active', name };
}

export async function presentPanel<Stats extends ProductStats>(
  definition: PanelDefinition<Stats>,
  stats: StatsResult<Stats>,
  options: PanelOptions,
): Promise<ProductPanelProps> {
  const { path, title } = definition.product;
  return { path, title, panel: await presentState(definition, stats, options) };
}

async function presentState<Stats extends ProductStats>(
  { product, purpose, activity }: PanelDefinition<Stats>,
  stats: StatsResult<Stats>,
  { helpUrl, requestedAt, ...form }: PanelOptions,
): Promise<ProductPanelProps['panel']> {
  if (stats === 'unknown') return { state: 'unknown' };
  if (stats === 'no access') return { state: 'no access', purpose, helpUrl };
  const licenseRequest = presentLicenseRequest(product, {
    ...form,
    urlOf: path => `${path}?from=dashboard`,
    requestedAt: requestedAt(product.key),
  });
  if (stats === 'failed') {
    return { state: 'failed', message: product.statsFailed, retryHref: paths.dashboard, licenseRequest };
  }
  if (stats.licensesPurchased === 0) return { state: 'not active', purpose, licenseRequest };
  return {
    state: 'active',
    licenseRequest,
    available: formatCount(unclaimedCount(stats)),
    figures: [
      { label: 'Licenses purchased', value: formatCount(stats.licensesPurchased) },
      { label: 'Licenses activated', value: formatCount(stats.licensesClaimed) },
      ...activity(stats),
    ],
    usage: presentUsage(stats, filter => usageFilterHref(product, filter), {
      availableHref: `${product.path}#${product.lists.unclaimed.id}`,
    }),
    insight: presentInsight(product, stats),
    mostActive: await presentMostActive(product, stats),
  };
}

/** The sentence of a panel: how many are unused, that none are left, or that nobody has one yet. */
function presentInsight(
  product: Product,
  stats: ProductStats,
): Extract<ProductPanelProps['panel'], { state: 'active' }>['insight'] {
  const { key } = product;
  const rows = stats.items?.claimed;
  const available = unclaimedCount(stats);
  if (rows?.length === 0 && stats.licensesClaimed === 0) {
    return {
      count: formatItems(available, key),
      text: `${available === 1 ? 'is' : 'are'} ready. Nobody has one yet.`,
      link: { label: 'Invite people', href: inviteUrl(key) },
      isFirst: true,
    };
  }
  const unused = rows?.count(usages.unused.ranges) ?? 0;
  const areLeft = available > 0;
  if (unused === 0) return areLeft ? undefined : { text: 'No licenses are left: request more.' };
  const of = { found: unused, total: rows?.length ?? 0 };
  const { count, text } = usageSentence('unused', areLeft ? { ...of, noun: key } : of);
  return {
    ...(!areLeft && { lead: 'None left.' }),
    count,
    text: areLeft ? `${text}.` : `${text}: see who, or request more.`,
    link: { label: 'See who', href: usageFilterHref(product, 'unused') },
  };
}

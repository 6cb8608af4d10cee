import { formatCount } from '../../../shared/format-count';
import { paths } from '../../../shared/paths';
import { inviteUrl, type ProductKey, productTerms } from '../../../shared/products';
import type { Integration, ProductPanelProps } from '../../../views/pages/DashboardPage';
import { type ProductStats, unclaimedCount } from '../../backends/product-stats';
import { formatItems } from '../format';
import type { StatsResult } from '../handler';
import { unusedSentence, usages } from '../lists/usage-filter';
import type { Product } from '../product/define-product';
import { presentLicenseRequest } from '../product/request-licenses';
import { presentFewLeft, presentMostActive, presentUsage, usageFilterHref } from '../product/usage';

interface PanelOptions {
  readonly formKey: string;
  readonly requestedAt: (productKey: ProductKey) => number | undefined;
  readonly helpUrl: string;
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
}

/** The content of the line about integrations: the first integration of the scanner account. */
export function presentIntegration(stats: StatsResult): Integration {
  if (stats === 'failed') return { state: 'failed', message: 'Failed to fetch integration status' };
  if (stats === 'unknown') return { state: 'unknown' };
  const name = stats !== 'no access' && 'integrations' in stats ? stats.integrations[0] : undefined;
  return name === undefined ? { state: 'none' } : { state: 'active', name };
}

export async function presentPanel(
  product: Product,
  stats: StatsResult,
  { helpUrl, requestedAt, ...form }: PanelOptions,
): Promise<ProductPanelProps['panel']> {
  const { purpose } = product.panel;
  if (stats === 'unknown') return { state: 'unknown' };
  if (stats === 'no access') return { state: 'no access', purpose, helpUrl };
  const licenseRequest = presentLicenseRequest(product, {
    ...form,
    urlOf: path => `${path}?from=dashboard`,
    requestedAt: requestedAt(product.key),
  });
  if (stats === 'failed') {
    return {
      state: 'failed',
      message: productTerms[product.key].messages.statsFailed,
      retryHref: paths.dashboard,
      licenseRequest,
    };
  }
  if (stats.licensesPurchased === 0) return { state: 'not active', purpose, licenseRequest };
  return {
    state: 'active',
    licenseRequest,
    available: {
      count: formatCount(unclaimedCount(stats)),
      href: unclaimedCount(stats) > 0 ? `${product.path}#${product.lists.unclaimed.id}` : undefined,
    },
    facts: [
      { label: 'Licenses purchased', value: formatCount(stats.licensesPurchased) },
      { label: 'Licenses activated', value: formatCount(stats.licensesClaimed) },
      ...product.panel.activity(stats),
    ],
    usage: presentUsage(stats, product, filter => usageFilterHref(product, filter)),
    insight: presentInsight(product, stats),
    mostActive: await presentMostActive(product, stats),
  };
}

/** The sentence of a panel: how many are unused, that few are left, or that nobody has one yet. */
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
  const fewLeft = presentFewLeft(product, stats, { isShort: true });
  if (fewLeft) {
    const { lead, text, href } = fewLeft;
    return { count: lead, text, link: href === undefined ? undefined : { label: 'See who is idle', href } };
  }
  const unused = rows?.count(usages.unused.ranges) ?? 0;
  if (unused === 0) return undefined;
  const { count, noun, predicate } = unusedSentence('unused', key, {
    found: unused,
    total: rows?.length ?? 0,
  });
  return {
    count,
    text: `${noun} ${predicate}.`,
    link: { label: 'See who', href: usageFilterHref(product, 'unused') },
  };
}

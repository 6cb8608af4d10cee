import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { Metric } from '../../../views/components/Metrics';
import type { Integration, ProductPanelProps } from '../../../views/pages/DashboardPage';
import type { Card } from '../../backends/cards';
import type { CompanyStats } from '../../backends/ecard';
import { availableLicenses, type License, type LicenseCounts } from '../../backends/licenses';
import type { ScannerStats } from '../../backends/scanner';
import type { ProductNumber } from '../../roles';
import { formatCount, formatItems } from '../figures';
import { activityRanges } from '../lists/activity';
import type { List, RemovableList } from '../lists/define-list';
import { cards, claimedCards, nonClaimedCards } from '../product/cards';
import type { Product } from '../product/define-product';
import { activatedLicenses, leadCapture, nonActivatedLicenses } from '../product/lead-capture';
import type { StatsResult } from '../product/page';
import { presentRequest } from '../product/request-licenses';
import { activityHref, presentMostActive, presentUse } from '../product/use';
import { type InvitedTo, inviteAddress, nounOf, removalTerms } from '../products';

interface PanelDefinition<Stats, Row> {
  readonly product: Product<Stats>;
  readonly list: RemovableList<Stats, Row>;
  readonly free: List<Stats>;
  readonly invitedTo: InvitedTo;
  /** Describes the product to administrators who do not use it. */
  readonly purpose: string;
  /** The figures of its activity. */
  readonly activity: (stats: Stats) => readonly Metric[];
}

interface PanelContext {
  /** The key that deduplicates the panel's form. */
  readonly once: string;
  readonly requestedAt: (product: ProductNumber) => number | undefined;
  /** The name of the dialog in the URL. */
  readonly dialog: unknown;
  /** Resolves with the administrator's name; empty if it is not known. */
  readonly name: Promise<string>;
  readonly helpUrl: string;
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
}

export const leadCapturePanel: PanelDefinition<ScannerStats, License> = {
  product: leadCapture,
  list: activatedLicenses,
  free: nonActivatedLicenses,
  invitedTo: 'licenses',
  purpose: 'Capture leads at events by scanning badges and business cards.',
  activity: ({ leadsLast30Days, leadsTotal }) => [
    { label: 'Leads, last 30 days', value: formatCount(leadsLast30Days) },
    { label: 'Leads, all time', value: formatCount(leadsTotal) },
  ],
};

export const cardsPanel: PanelDefinition<CompanyStats, Card> = {
  product: cards,
  list: claimedCards,
  free: nonClaimedCards,
  invitedTo: 'cards',
  purpose: 'Let people share their contact details with a tap.',
  activity: ({ activitiesLast30Days, activitiesTotal, leads }) => [
    { label: 'Profile visits, last 30 days', value: formatCount(activitiesLast30Days) },
    { label: 'Profile visits, all time', value: formatCount(activitiesTotal) },
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

export async function presentPanel<Stats extends LicenseCounts, Row>(
  definition: PanelDefinition<Stats, Row>,
  stats: StatsResult<Stats>,
  context: PanelContext,
): Promise<ProductPanelProps> {
  const { path, title } = definition.product;
  return { path, title, ...(await presentState(definition, stats, context)) };
}

async function presentState<Stats extends LicenseCounts, Row>(
  { product, list, free, invitedTo, purpose, activity }: PanelDefinition<Stats, Row>,
  stats: StatsResult<Stats>,
  { helpUrl, name, requestedAt, ...context }: PanelContext,
): Promise<Pick<ProductPanelProps, 'panel' | 'dialogs'>> {
  if (stats === 'unknown') return { panel: { state: 'unknown' }, dialogs: [] };
  if (stats === 'no access') return { panel: { state: 'no access', purpose, helpUrl }, dialogs: [] };
  if (stats === 'failed') {
    const { statsFailed: message } = product;
    return { panel: { state: 'failed', message, retryHref: paths.dashboard }, dialogs: [] };
  }
  const { request, dialogs } = presentRequest(product, list, stats, {
    ...context,
    addressOf: path => `${path}?from=dashboard`,
    page: paths.dashboard,
    requestedAt: requestedAt(product.role),
    name: await name,
  });
  if (stats.licensesPurchased === 0) return { panel: { state: 'not active', purpose, request }, dialogs };
  const count = availableLicenses(stats);
  const panel = {
    state: 'active',
    request,
    available: formatCount(count),
    metrics: [
      { label: 'Licenses purchased', value: formatCount(stats.licensesPurchased) },
      { label: 'Licenses activated', value: formatCount(stats.licensesClaimed) },
      ...activity(stats),
    ],
    use: presentUse(list, stats, activity => activityHref(product, list, activity), {
      availableHref: free.rows(stats)?.length === count ? `${product.path}#${free.id}` : undefined,
    }),
    finding: presentFinding(product, list, inviteAddress(invitedTo), stats),
    mostActive: await presentMostActive(list, stats),
  } as const;
  return { panel, dialogs };
}

/** The sentence of a panel and its button: who does not use theirs, or that nobody has one yet. */
function presentFinding<Stats extends LicenseCounts, Row>(
  product: Product<Stats>,
  list: RemovableList<Stats, Row>,
  inviteHref: string,
  stats: Stats,
): Extract<ProductPanelProps['panel'], { state: 'active' }>['finding'] {
  const { kind, counts } = list.removable;
  const rows = list.rows(stats);
  const available = availableLicenses(stats);
  if (!rows) return undefined;
  if (rows.length === 0) {
    if (stats.licensesClaimed > 0 || available <= 0) return undefined;
    return {
      count: formatItems(available, nounOf(kind)),
      text: `${available === 1 ? 'is' : 'are'} ready. Nobody has one yet.`,
      label: 'Invite people',
      href: inviteHref,
      isFirst: true,
    };
  }
  const unused = rows.count(activityRanges('idle30', counts));
  if (unused === 0) return undefined;
  return {
    count: `${formatCount(unused)} of ${formatCount(rows.length)}`,
    text: `active ${nounOf(kind)}s had no ${removalTerms[kind].activity} in 30 days.`,
    label: 'See who',
    href: activityHref(product, list, 'idle30'),
    isFirst: false,
  };
}

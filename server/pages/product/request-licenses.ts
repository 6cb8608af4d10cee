import { messages } from '../../../shared/messages';
import { requestLicensesPath, withParameter } from '../../../shared/paths';
import { productTerms } from '../../../shared/products';
import type { LocalTimeProps } from '../../../views/components/LocalTime';
import type { RequestLicensesProps } from '../../../views/components/RequestLicenses';
import type { ConfirmDialogProps } from '../../../views/Island';
import { availableLicenses, type ProductStats } from '../../backends/product-stats';
import { dayOf, formatShortDay } from '../days';
import { formatCount, formatItems } from '../format';
import type { SignedInHandler } from '../handler';
import { usageRanges } from '../lists/usage-filter';
import { productAction } from './action';
import type { Product } from './define-product';

interface LicenseRequestContext {
  /** The parameters of the form's action, such as the state of the page's lists. */
  readonly urlOf: (path: string) => string;
  /** The URL of the page with the form. */
  readonly page: string;
  readonly formKey: string;
  /** The name of the dialog in the URL. */
  readonly dialog: unknown;
  /** When this session last requested licenses of the product, in milliseconds since 1970. */
  readonly requestedAt: number | undefined;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** The administrator's name; empty if it is not known. */
  readonly name: string;
}

/** The form that requests licenses, and the dialog that asks before a second request on the same day (P412). */
export function presentLicenseRequest(
  product: Product,
  stats: ProductStats,
  { urlOf, page, formKey, dialog, requestedAt, now, name }: LicenseRequestContext,
): { readonly licenseRequest: RequestLicensesProps; readonly dialogs: readonly ConfirmDialogProps[] } {
  const action = urlOf(requestLicensesPath(product.path));
  const requested = presentRequestTime(requestedAt, now);
  if (requested === undefined || !isToday(requestedAt, now)) {
    return { licenseRequest: { action, formKey, requested, after: '', again: undefined }, dialogs: [] };
  }
  const after = String(requestedAt);
  const again = dialogName(product);
  return {
    licenseRequest: {
      action,
      formKey,
      requested,
      after,
      again: { href: withParameter(page, 'dialog')(again), dialog: again },
    },
    dialogs: [
      {
        name: again,
        title: 'Ask again?',
        text: `Asking again sends a second request. ${name || 'You'} requested more ${product.title} licenses`,
        moment: requested,
        facts: presentFacts(product, stats),
        confirmLabel: 'Ask again',
        busyLabel: 'Requesting...',
        danger: false,
        action,
        formKey,
        hidden: [['after', after]],
        cancelHref: page,
        item: dialog === again ? { id: '', email: '', subject: [] } : undefined,
      },
    ],
  };
}

/** How many licenses are available, and how many of the others are not used. */
function presentFacts({ key }: Product, stats: ProductStats): string[] {
  const available = Math.max(0, availableLicenses(stats));
  const availableText = `${formatItems(available, key)} ${available === 1 ? 'is' : 'are'} available`;
  const rows = stats.items?.claimed;
  if (!rows || rows.length === 0) return [availableText];
  const unused = formatCount(rows.count(usageRanges.idle30));
  return [
    availableText,
    `${unused} of ${formatCount(rows.length)} active ${key}s had no ${productTerms[key].activityNounPlural} in 30 days`,
  ];
}

/** A POST handler that requests more licenses, for the product's page and the dashboard (`?from=dashboard`, P77). */
export function requestLicenses(product: Product): SignedInHandler {
  return productAction(product, {
    auditedAs: 'request',
    limit: 'requests',
    async execute({ administrator, session, form }, target, dependencies) {
      const requestedAt = session.licensesRequestedAt(product.key);
      // The page of the form may not know of the latest request, for instance in another tab.
      const isKnown = form.after === undefined || form.after === String(requestedAt);
      if (!isKnown && isToday(requestedAt, dependencies.now())) {
        const location = withParameter(target.returnUrl, 'dialog')(dialogName(product));
        return { location, wasRefused: true };
      }
      await product.backend(dependencies).requestLicenses(target.entityId, administrator.context);
      session.recordLicenseRequest(product.key);
      return { toast: ['licensesRequested'] };
    },
    failed: 'requestLicensesFailed',
    unexpected: { toast: 'requestLicensesFailed', message: messages.fallback.requestFailed },
  });
}

/** The dashboard has the dialogs of both products. */
function dialogName({ key }: Product): string {
  return `request-${key}s`;
}

/** When a request was sent: “today at 14:03 UTC”, or “on 10 February”. */
function presentRequestTime(requestedAt: number | undefined, now: number): LocalTimeProps | undefined {
  if (requestedAt === undefined) return undefined;
  return {
    time: new Date(requestedAt).toISOString(),
    text: isToday(requestedAt, now)
      ? `today at ${timeFormat.format(requestedAt)} UTC`
      : `on ${formatShortDay(dayOf(requestedAt), dayOf(now))}`,
  };
}

function isToday(time: number | undefined, now: number): boolean {
  return time !== undefined && dayOf(time) === dayOf(now);
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

import { paths } from './paths';

/**
 * The licensed products, in the order of the sidebar. A product is keyed by the name of its item, `license` or
 * `card`, in URLs, forms and the code. All its other names come from here.
 */
export const productTerms = {
  license: {
    /** Its number in the roles that the portal users backend sends (P1). */
    number: 2,
    path: paths.leadCapture,
    title: 'Lead Capture',
    plural: 'licenses',
    /** The names of its settings begin with these. `localPath` is its backend's path with `PORTAL_ENV=local`. */
    settings: { api: 'SCANNER_API', app: 'SCANNER_APP', localPath: '/api' },
    activityNoun: 'lead',
    activityNounPlural: 'leads',
    claimed: 'activated',
    /** A removal: the imperative, the progress, and the effect as object and participle. */
    verb: 'Revoke',
    doing: 'Revoking',
    done: 'Revoked',
    effect: ['license', 'revoked'],
    /** The figures of a person, which are also the sort parameters of People. */
    peopleColumns: {
      count: 'licenses',
      ids: 'licenseIds',
      last30Days: 'leadsLast30Days',
      total: 'leadsTotal',
      usage: 'licenseUsage',
    },
    /** Their headings in exports. */
    exportHeadings: { count: 'licenses', ids: 'userIds', last30Days: 'leadsLast30Days', total: 'totalLeads' },
  },
  card: {
    number: 3,
    path: paths.cards,
    title: 'Digital Business Cards',
    plural: 'cards',
    settings: { api: 'ECARD_API', app: 'CARDS_APP', localPath: '/ecard-api' },
    activityNoun: 'visit',
    activityNounPlural: 'profile visits',
    claimed: 'claimed',
    verb: 'Deactivate',
    doing: 'Deactivating',
    done: 'Deactivated',
    effect: ['NFC profile', 'cleared'],
    peopleColumns: {
      count: 'cards',
      ids: 'cardIds',
      last30Days: 'viewsLast30Days',
      total: 'totalViews',
      usage: 'cardUsage',
    },
    exportHeadings: { count: 'cards', ids: 'cardIds', last30Days: 'viewsLast30Days', total: 'totalViews' },
  },
} as const;

export type ProductKey = keyof typeof productTerms;

export const productKeys = Object.keys(productTerms) as readonly ProductKey[];

/** The plural of a product's item, or of another noun. */
export function plural(noun: string): string {
  const productKey = productKeys.find(key => key === noun);
  return productKey ? productTerms[productKey].plural : `${noun}s`;
}

/** “63 leads in the last 30 days”. */
export function recentActivityText(productKey: ProductKey, count: string): string {
  const { activityNounPlural } = productTerms[productKey];
  return `${count} ${count === '1' ? activityNounPlural.slice(0, -1) : activityNounPlural} in the last 30 days`;
}

export function idField(productKey: ProductKey): string {
  return `${productKey}Id`;
}

/** The ID of the button that requests more of a product, on its page. */
export const REQUEST_LICENSES = 'request-licenses';

export function requestLicensesUrl(productKey: ProductKey): string {
  return `${productTerms[productKey].path}#${REQUEST_LICENSES}`;
}

/** The URL of a page or file about the invitation to a product. */
export function inviteUrl(productKey: ProductKey, path: string = paths.invite): string {
  return `${path}?for=${productTerms[productKey].plural}`;
}

/** Returns the product that a URL names like `inviteUrl`. */
export function invitedProduct(name: unknown): ProductKey | undefined {
  return productKeys.find(productKey => productTerms[productKey].plural === name);
}

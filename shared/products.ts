import { paths } from './paths';
import { card } from './products/card';
import { license } from './products/license';

/**
 * The licensed products, in the order of the sidebar. A product is keyed by the name of its item, `license` or
 * `card`, in URLs, forms and the code.
 */
export const productTerms = { license, card } as const;

export type ProductKey = keyof typeof productTerms;

export const productKeys = Object.keys(productTerms) as readonly string[] as readonly [
  ProductKey,
  ...ProductKey[],
];

export function byProduct<Value>(
  toValue: (productKey: ProductKey) => Value,
): Readonly<Record<ProductKey, Value>> {
  const entries = productKeys.map(key => [key, toValue(key)] as const);
  return Object.fromEntries(entries) as Record<ProductKey, Value>;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The plural of a product's item, or of another noun. */
export function plural(noun: string): string {
  const productKey = productKeys.find(key => key === noun);
  return productKey ? productTerms[productKey].plural : `${noun}s`;
}

/** “a, b and c”, or “a, b or c”. */
export function joinTexts(texts: readonly string[], word: 'and' | 'or'): string {
  return [texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter(text => text !== '').join(` ${word} `);
}

/** “a license or a card” */
export function anyOf(products: readonly ProductKey[] = productKeys): string {
  return joinTexts(
    products.map(key => `a ${key}`),
    'or',
  );
}

/** “licenses and cards” */
export function allOf(products: readonly ProductKey[] = productKeys): string {
  return joinTexts(products.map(plural), 'and');
}

/** “63 leads in the last 30 days”. */
export function recentActivityText(productKey: ProductKey, count: string): string {
  const { activityNounPlural } = productTerms[productKey];
  return `${count} ${count === '1' ? activityNounPlural.slice(0, -1) : activityNounPlural} in the last 30 days`;
}

/** The messages about the removal of one item. */
export function removalMessages(productKey: ProductKey) {
  const { fullName, verb, done } = productTerms[productKey];
  return {
    removed: `${capitalize(fullName)} ${done.toLowerCase()} successfully`,
    callFailed: `Failed to ${verb.toLowerCase()} ${fullName}`,
    failed: `Failed to remove ${fullName}`,
  };
}

/** The name of its app in addresses and files: “scanner-app”. */
export function appName(productKey: ProductKey): string {
  return productTerms[productKey].settings.app.toLowerCase().replace('_', '-');
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

/** Returns the product that a URL names like `inviteUrl`; by default, the first one. */
export function invitedProduct(name: unknown): ProductKey {
  return productKeys.find(productKey => productTerms[productKey].plural === name) ?? productKeys[0];
}

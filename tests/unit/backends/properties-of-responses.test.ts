import { expect, test } from '@jest/globals';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { Caller } from '../../../server/backends/call';
import type { ProductStats } from '../../../server/backends/product-stats';
import { BackendError } from '../../../server/errors';
import { documentTitle } from '../../../server/pages/lists/document-title';
import { presentList } from '../../../server/pages/lists/list-view';
import type { Product } from '../../../server/pages/product/define-product';
import { presentReady } from '../../../server/pages/product/page';
import { productDefinitions } from '../../../server/pages/product/products';
import { type ProductKey, productKeys, productTerms } from '../../../shared/products';
import type { LayoutProps } from '../../../views/Layout';
import { callContext, productBackendsWith } from '../../support/backends/stand-in-backend';
import { anyText, fc } from '../../support/data/properties';

// Arbitrary JSON, and values that resemble the expected ones.
const arbitraryValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    '',
    ' ',
    '0',
    '-1',
    '1e400',
    'NaN',
    '__proto__',
    'constructor',
    '\ud800',
    '\0',
    '\u2028',
  ),
  fc.constantFrom<unknown>(-1, 1.5, 1e300, Number.MAX_SAFE_INTEGER, true, null, [], {}),
  fc.constantFrom<unknown>('</script><script>', '"><img src=x onerror=1>', 'javascript:1', '=1+1'),
  anyText(),
  fc.emailAddress(),
);

/** Generates objects with some of the fields, each with an arbitrary value; or an arbitrary value instead. */
const arbitraryFields = (fields: readonly string[], more: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.oneof(
    { weight: 1, arbitrary: arbitraryValue },
    {
      weight: 6,
      arbitrary: fc.record<Record<string, unknown>>(
        { ...Object.fromEntries(fields.map(name => [name, arbitraryValue])), ...more },
        { requiredKeys: [] },
      ),
    },
  );

const arbitraryList = (item: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 1, arbitrary: arbitraryValue },
    { weight: 6, arbitrary: fc.array(item, { maxLength: 30 }) },
  );

const overview = [
  'code',
  'licencesPurchased',
  'licencesClaimed',
  'leadsTotal',
  'leadsLast30Days',
  'activitiesTotal',
  'activitiesLast30Days',
  'leads',
];
const row = arbitraryFields([
  'appId',
  'code',
  'email',
  'name',
  'title',
  'activationDate',
  'leadsTotal',
  'leadsLast30Days',
  'activitiesTotal',
  'activitiesLast30Days',
]);
const stats = arbitraryFields(overview, {
  userStats: arbitraryList(row),
  integrations: arbitraryList(arbitraryFields(['name'])),
});
const queryFields = ['q', 'nq', 'page', 'npage', 'sort', 'dir', 'ndir'];
const query = fc.record<Record<string, unknown>>(
  Object.fromEntries(queryFields.map(name => [name, arbitraryValue])),
  { requiredKeys: [] },
);

type Query = Readonly<Record<string, unknown>>;

/** Returns a caller whose calls all return this value. */
function answering(value: unknown): Caller {
  // Serialized, because values that JSON cannot represent never arrive.
  const body = [Buffer.from(JSON.stringify(value) ?? 'null')];
  return { fetch: async () => body, fetchStats: (_call, read) => read(body, 60_000), send: async () => {} };
}

/** Returns what was read; undefined for a rejected response (P179). Other errors are rethrown. */
async function read<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BackendError) return undefined;
    throw error;
  }
}

const layout: LayoutProps = {
  title: 'Any page',
  subtitle: 'Any subtitle',
  company: 'Acme',
  name: 'Dana',
  email: 'dana@acme.example',
  account: '',
  links: [],
  toasts: [],
  url: '/',
};

const readyProduct = {
  state: 'ready',
  licenseRequest: { action: '/request', formKey: 'once', requested: undefined },
  downloadLink: 'https://apps.example/',
  inviteHref: '/invite',
  isFirst: false,
  showsPeopleLinks: true,
} as const;

async function pageOf(productKey: ProductKey, response: unknown, query: Query) {
  const product: Product = productDefinitions[productKey];
  const backend = productBackendsWith(answering(response))[productKey];
  const stats = await read<ProductStats>(backend.stats('acme', callContext()));
  if (!stats) return undefined;
  const { title, icon, lists } = product;
  const state = product.readState(query);
  const claimed = await presentList(product, lists.claimed, stats, { query });
  const unclaimed = await presentList(product, lists.unclaimed, stats, { query });
  const presented = presentReady(product, stats, { state, query, formKey: 'once' });
  const content = { ...readyProduct, claimed, unclaimed, ...presented };
  return {
    title: documentTitle(title, state, lists, { claimed }, []),
    element: createElement(product.Page, { layout, content, icon }),
  };
}

test.each(productKeys)(
  'any response of a backend renders as the page of each %s, or is rejected',
  async key => {
    await fc.assert(
      fc.asyncProperty(stats, query, arbitraryValue, async (response, parameters, wanted) => {
        const page = await pageOf(key, response, {
          ...parameters,
          revoke: wanted,
          deactivate: wanted,
          dialog: wanted,
        });
        if (!page) return;
        expect(page.title.startsWith(productTerms[key].title)).toBe(true);
        // No part of the response has become markup.
        expect(renderToString(page.element)).not.toMatch(/<script|<img/);
      }),
      { numRuns: 100 },
    );
  },
);

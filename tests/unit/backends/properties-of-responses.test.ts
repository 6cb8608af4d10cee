import { expect, test } from '@jest/globals';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { Caller } from '../../../server/backends/call';
import { BackendError } from '../../../server/errors';
import { presentCards } from '../../../server/pages/cards/page';
import { presentLeadCapture } from '../../../server/pages/lead-capture/page';
import { documentTitle } from '../../../server/pages/lists/document-title';
import { presentList } from '../../../server/pages/lists/list-view';
import { cards } from '../../../server/pages/product/cards';
import { leadCapture } from '../../../server/pages/product/lead-capture';
import type { LayoutProps } from '../../../views/Layout';
import { CardsPage } from '../../../views/pages/CardsPage';
import { LeadCapturePage } from '../../../views/pages/LeadCapturePage';
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

async function leadCapturePage(response: unknown, query: Query) {
  const stats = await read(productBackendsWith(answering(response)).license.stats('acme', callContext()));
  if (!stats) return undefined;
  const state = leadCapture.readState(query);
  const claimed = await presentList(leadCapture, leadCapture.lists.claimed, stats, { query });
  const unclaimed = await presentList(leadCapture, leadCapture.lists.unclaimed, stats, { query });
  const presented = presentLeadCapture(stats, { state, query, formKey: 'once' });
  const content = { ...readyProduct, claimed, unclaimed, ...presented };
  return {
    title: documentTitle('Lead Capture', state, [[leadCapture.lists.claimed, claimed]], []),
    element: createElement(LeadCapturePage, { layout, content }),
  };
}

async function cardsPage(response: unknown, query: Query) {
  const stats = await read(productBackendsWith(answering(response)).card.stats('acme', callContext()));
  if (!stats) return undefined;
  const state = cards.readState(query);
  const claimed = await presentList(cards, cards.lists.claimed, stats, { query });
  const unclaimed = await presentList(cards, cards.lists.unclaimed, stats, { query });
  const content = {
    ...readyProduct,
    claimed,
    unclaimed,
    ...presentCards(stats, { state, query, formKey: 'once' }),
  };
  return {
    title: documentTitle('Digital Business Cards', state, [[cards.lists.claimed, claimed]], []),
    element: createElement(CardsPage, { layout, content }),
  };
}

test.each([
  ['Lead Capture', leadCapturePage],
  ['Digital Business Cards', cardsPage],
])('any response of a backend renders as the %s page, or is rejected', async (name, render) => {
  await fc.assert(
    fc.asyncProperty(stats, query, arbitraryValue, async (response, parameters, wanted) => {
      const page = await render(response, {
        ...parameters,
        revoke: wanted,
        deactivate: wanted,
        dialog: wanted,
      });
      if (!page) return;
      expect(page.title.startsWith(name)).toBe(true);
      // No part of the response has become markup.
      expect(renderToString(page.element)).not.toMatch(/<script|<img/);
    }),
    { numRuns: 100 },
  );
});

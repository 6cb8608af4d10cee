import { describe, expect, test } from '@jest/globals';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { Caller } from '../../../server/backends/call';
import { createEcard } from '../../../server/backends/ecard';
import { createScanner } from '../../../server/backends/scanner';
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
import { callContext, workers } from '../../support/backends/stand-in-backend';
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

/** Returns a caller whose calls all return this value. */
function answering(value: unknown): Caller {
  // Serialized, because values that JSON cannot represent never arrive.
  const body = [Buffer.from(JSON.stringify(value) ?? 'null')];
  return { fetch: async () => body, fetchStats: (_call, read) => read(body), send: async () => {} };
}

type Tasks = ReturnType<typeof workers>;

const scannerStats = (value: unknown, tasks: Tasks) =>
  read(createScanner(answering(value), tasks, Date.now).stats('acme', callContext()));

const companyStats = (value: unknown, tasks: Tasks) =>
  read(createEcard(answering(value), tasks, Date.now).stats('acme', callContext()));

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
  licenseRequest: { action: '/request', formKey: 'once', requested: undefined, after: '', again: undefined },
  downloadLink: 'https://apps.example/',
  inviteHref: '/invite',
  isFirst: false,
  showsPeopleLinks: true,
} as const;

/** Checks that no part of the response has become markup. */
function expectHtml(element: ReactElement): void {
  const html = renderToString(element);
  expect(html).not.toMatch(/<script|<img/);
}

describe('any response of a backend', () => {
  test('renders as the Lead Capture page, or is rejected', async () => {
    const tasks = workers();
    await fc.assert(
      fc.asyncProperty(stats, query, arbitraryValue, async (value, parameters, revoke) => {
        const known = await scannerStats(value, tasks);
        if (known === undefined) return;
        const query = { ...parameters, revoke };
        const context = { state: leadCapture.readState(query), query, formKey: 'once' };
        const claimed = await presentList(leadCapture, leadCapture.lists.claimed, known, { query });
        const unclaimed = await presentList(leadCapture, leadCapture.lists.unclaimed, known, { query });
        const content = { ...readyProduct, claimed, unclaimed, ...presentLeadCapture(known, context) };
        const shown = [[leadCapture.lists.claimed, claimed]] as const;
        expect(documentTitle('Lead Capture', context.state, shown, [])).toMatch(/^Lead Capture/);
        expectHtml(createElement(LeadCapturePage, { layout, content }));
      }),
      { numRuns: 100 },
    );
  });

  test('renders as the Digital Business Cards page, or is rejected', async () => {
    const tasks = workers();
    await fc.assert(
      fc.asyncProperty(stats, query, arbitraryValue, async (value, parameters, wanted) => {
        const known = await companyStats(value, tasks);
        if (known === undefined) return;
        const query = { ...parameters, deactivate: wanted, dialog: wanted };
        const context = { state: cards.readState(query), query, formKey: 'once' };
        const claimed = await presentList(cards, cards.lists.claimed, known, { query });
        const unclaimed = await presentList(cards, cards.lists.unclaimed, known, { query });
        const content = { ...readyProduct, claimed, unclaimed, ...presentCards(known, context) };
        const shown = [[cards.lists.claimed, claimed]] as const;
        expect(documentTitle('Digital Business Cards', context.state, shown, [])).toMatch(
          /^Digital Business Cards/,
        );
        expectHtml(createElement(CardsPage, { layout, content }));
      }),
      { numRuns: 100 },
    );
  });
});

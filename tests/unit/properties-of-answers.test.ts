import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { Caller } from '../../server/backends/call';
import { createEcard } from '../../server/backends/ecard';
import { createPortalUsers } from '../../server/backends/portal-users';
import { createScanner } from '../../server/backends/scanner';
import { BackendError } from '../../server/errors';
import { presentCards } from '../../server/pages/cards/present';
import * as dashboard from '../../server/pages/dashboard/present';
import { presentLeadCapture } from '../../server/pages/lead-capture/present';
import { readCardListState, readLicenseListState } from '../../shared/list-state';
import type { LayoutProps } from '../../views/Layout';
import { CardsPage } from '../../views/pages/CardsPage';
import { DashboardPage } from '../../views/pages/DashboardPage';
import { LeadCapturePage } from '../../views/pages/LeadCapturePage';
import { callContext, workers } from './backends/stand-in';

// Arbitrary JSON, and values that resemble the expected ones.
const odd = fc.oneof(
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
  fc.string({ unit: 'binary' }),
  fc.emailAddress(),
);

/** An object with some of these fields, each of them odd, or something else altogether. */
const oddObject = (fields: readonly string[], more: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.oneof(
    { weight: 1, arbitrary: odd },
    {
      weight: 6,
      arbitrary: fc.record<Record<string, unknown>>(
        { ...Object.fromEntries(fields.map(name => [name, odd])), ...more },
        { requiredKeys: [] },
      ),
    },
  );

const oddList = (item: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 1, arbitrary: odd }, { weight: 6, arbitrary: fc.array(item, { maxLength: 30 }) });

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
const row = oddObject([
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
const stats = oddObject(overview, { userStats: oddList(row), integrations: oddList(oddObject(['name'])) });
const details = oddObject(['name', 'company'], { roles: oddList(oddObject(['product', 'entityId'])) });
const query = fc.record(
  { q: odd, nq: odd, page: odd, npage: odd, sort: odd, dir: odd, ndir: odd },
  { requiredKeys: [] },
);

/** A backend that answers every call with this. */
function answering(value: unknown): Caller {
  // As it would come over the network, without what JSON cannot hold.
  const body = [Buffer.from(JSON.stringify(value) ?? 'null')];
  return { fetch: async () => body, load: (_call, read) => read(body), send: async () => {} };
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
  subtitle: 'Whatever it is about',
  company: 'Acme',
  name: 'Dana',
  email: 'dana@acme.example',
  links: [],
  toasts: [],
  address: '/',
};

const readyProduct = {
  state: 'ready',
  once: 'once',
  requestAction: '/request',
  downloadLink: 'https://apps.example/',
} as const;

/** The page as HTML, in which nothing of what was sent has become markup. */
function expectHtml(element: ReactElement): void {
  const html = renderToString(element);
  expect(html).not.toMatch(/<script|<img/);
}

describe('whatever a backend sends', () => {
  test('the Lead Capture page is made of it, or it is refused', async () => {
    const beside = workers();
    await fc.assert(
      fc.asyncProperty(stats, query, odd, async (value, asked, revoke) => {
        const known = await read(createScanner(answering(value), beside).stats('acme', callContext()));
        if (known === undefined) return;
        const context = { state: readLicenseListState(asked), query: { revoke }, once: 'once' };
        const content = { ...readyProduct, ...(await presentLeadCapture(known, context)) };
        expectHtml(createElement(LeadCapturePage, { layout, content }));
      }),
      { numRuns: 100 },
    );
  });

  test('the Digital Business Cards page is made of it, or it is refused', async () => {
    const beside = workers();
    await fc.assert(
      fc.asyncProperty(stats, query, odd, async (value, asked, wanted) => {
        const known = await read(createEcard(answering(value), beside).stats('acme', callContext()));
        if (known === undefined) return;
        const state = readCardListState(asked);
        const context = { state, query: { deactivate: wanted, dialog: wanted }, once: 'once' };
        const content = { ...readyProduct, ...(await presentCards(known, context)) };
        expectHtml(createElement(CardsPage, { layout, content }));
      }),
      { numRuns: 100 },
    );
  });

  test('the dashboard is made of it', async () => {
    const beside = workers();
    await fc.assert(
      fc.asyncProperty(stats, stats, details, async (account, company, administrator) => {
        const scanner =
          (await read(createScanner(answering(account), beside).stats('acme', callContext()))) ?? 'failed';
        const ecard =
          (await read(createEcard(answering(company), beside).stats('acme', callContext()))) ?? 'failed';
        const person = await read(createPortalUsers(answering(administrator)).details(callContext()));
        const common = { once: 'once', helpUrl: 'https://help.example/' };
        const props = {
          leadCapture: { ...common, card: dashboard.presentLeadCapture(scanner) },
          cards: { ...common, card: dashboard.presentCards(ecard) },
          integrations: { ...common, integration: dashboard.presentIntegration(scanner) },
          layout: { ...layout, name: person?.name ?? '', company: person?.company ?? '' },
        };
        expectHtml(createElement(DashboardPage, props));
      }),
      { numRuns: 100 },
    );
  });

  test('counts are non-negative integers, texts are strings, and roles have a known product and an entity', async () => {
    const beside = workers();
    await fc.assert(
      fc.asyncProperty(stats, details, async (value, administrator) => {
        const account = await read(createScanner(answering(value), beside).stats('acme', callContext()));
        const company = await read(createEcard(answering(value), beside).stats('acme', callContext()));
        const counts = [
          account?.licensesPurchased,
          account?.licensesClaimed,
          account?.leadsTotal,
          company?.leads,
          company?.activitiesTotal,
        ];
        for (const number of counts) {
          if (number !== undefined)
            expect([number, Number.isInteger(number) && number >= 0]).toEqual([number, true]);
        }
        for (const integration of account?.integrations ?? []) expect(typeof integration).toBe('string');
        const person = await read(createPortalUsers(answering(administrator)).details(callContext()));
        for (const { product, entityId } of person?.roles ?? []) {
          expect([2, 3]).toContain(product);
          expect(entityId.trim()).not.toBe('');
        }
      }),
      { numRuns: 300 },
    );
  });
});

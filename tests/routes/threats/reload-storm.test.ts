import { describe, expect, test } from '@jest/globals';
import type { Exchange } from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import { holdCalls } from '../../support/backends/held-calls';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { review } from '../../support/browsers/removals';
import { dana, eve } from '../../support/data/accounts';
import { openPortal, type PortalOptions, withProduct } from '../../support/portal/portal';
import { eventually } from '../../support/time/eventually';

const RELOAD_COUNT = 24;
const RELOAD_HEADERS = { 'Cache-Control': 'no-cache' };
const LOAD_FAILED = 'Error loading lead capture information';

/** 3 MiB: too large to be parsed on the event loop. */
const LARGE_START = `{"code":"ACME-4711","licencesPurchased":10,"userStats":[],"padding":"${'x'.repeat(3 * 1024 * 1024)}`;
const LARGE_END = '"}';

/** Counts how often pages request the stats of a scanner account, whether or not this causes a call. */
function countStats() {
  let requested = 0;
  const replace: PortalOptions['replace'] = ({ backends }) => ({
    backends: withProduct(backends, 'license', {
      stats(entityId, context) {
        requested++;
        return backends.products.license.stats(entityId, context);
      },
    }),
  });
  return { replace, requested: () => requested };
}

/** Starts a portal whose scanner backend holds the calls of Dana's colleagues until the test answers them. */
async function startReloadStorm(colleagues: number) {
  const emails = Array.from({ length: colleagues }, (_, index) => `dana-${index}@acme.example`);
  const { name, company, summary, roles } = dana();
  const stats = countStats();
  const { portal } = await openPortal({
    as: null,
    accounts: [dana(), ...emails.map(email => ({ email, name, company, summary, roles })), eve()],
    replace: stats.replace,
  });
  const clients: NoJsBrowser[] = [];
  for (const email of emails) clients.push(await portal.signedIn(email));
  const other = await portal.signedIn('eve@evil.example');

  const held: Exchange[] = [];
  for (const email of emails) portal.faults.on('scannerStats', exchange => held.push(exchange), { email });
  return {
    portal,
    clients,
    other,
    held,
    /** Resolves when the pages have requested the stats `requests` times, and the backend holds `calls` calls. */
    waitForStorm: (requests: number, calls: number) =>
      eventually(
        `${requests} requests and ${calls} calls`,
        async () => stats.requested() === requests && held.length === calls,
      ),
  };
}

async function expectAllPages(browser: NoJsBrowser): Promise<void> {
  for (const address of [paths.dashboard, paths.leadCapture, paths.cards, '/leads-capture/licenses.csv']) {
    const { status, text } = await browser.get(address, RELOAD_HEADERS);
    expect({ address, status }).toEqual({ address, status: 200 });
    expect(text).not.toContain(LOAD_FAILED);
  }
}

describe('T38: while one large company reloads continuously', () => {
  test('T38: 24 simultaneous reloads of one administrator share one load', async () => {
    const { clients, other, held, waitForStorm } = await startReloadStorm(1);
    const [browser] = clients;
    const reloads = Array.from({ length: RELOAD_COUNT }, () =>
      browser?.get(paths.leadCapture, RELOAD_HEADERS),
    );
    const done = Promise.all(reloads);
    await waitForStorm(RELOAD_COUNT, 1);
    await expectAllPages(other);
    held[0]?.response.end(LARGE_START + LARGE_END);
    for (const reload of await done) {
      expect(reload?.status).toBe(200);
      expect(reload?.text).not.toContain(LOAD_FAILED);
    }
    expect(held).toHaveLength(1);
  });

  test('T38: 24 simultaneous administrators cause four loads, two at a time; the others are refused, without affecting other companies', async () => {
    const { portal, clients, other, held, waitForStorm } = await startReloadStorm(RELOAD_COUNT);
    const pages: { readonly browser: NoJsBrowser; readonly text: string }[] = [];
    const reloads = clients.map(async browser => {
      const { status, text } = await browser.get(paths.leadCapture, RELOAD_HEADERS);
      expect(status).toBe(200);
      pages.push({ browser, text });
    });
    const done = Promise.all(reloads);
    await waitForStorm(RELOAD_COUNT, 2);
    await expectAllPages(other);

    // Large bodies that are still arriving count toward the limit.
    for (const { response } of held)
      response.writeHead(200, { 'content-type': 'application/json' }).write(LARGE_START);
    await eventually('the other reloads are refused', async () => pages.length === RELOAD_COUNT - 4);
    for (const { text } of pages) expect(text).toContain(LOAD_FAILED);
    const download = await pages[0]?.browser.get('/leads-capture/licenses.csv', RELOAD_HEADERS);
    expect({ status: download?.status, ...download?.headers }).toMatchObject({
      status: 503,
      'retry-after': '3',
    });
    expect(portal.log()).toContain('"reason":"fetch refused"');
    await expectAllPages(other);

    held[0]?.response.end(LARGE_END);
    held[1]?.response.end(LARGE_END);
    await eventually('the queued loads have started', async () => held.length === 4);
    held[2]?.response.end(LARGE_START + LARGE_END);
    held[3]?.response.end(LARGE_START + LARGE_END);
    await done;
    for (const { text } of pages.slice(RELOAD_COUNT - 4)) expect(text).not.toContain(LOAD_FAILED);
    expect(held).toHaveLength(4);
  });
});

test('T58: simultaneous reloads share one fetch, while a removal of their session runs and after it has ended', async () => {
  const stats = countStats();
  const { portal, browser } = await openPortal({ at: paths.leadCapture, replace: stats.replace });
  const removals = holdCalls(portal.faults, 'scannerRevoke');
  await review(browser, ['U-1', 'U-2']);
  await browser.send('Revoke 2 licenses');
  await eventually('the removals are in flight', async () => removals.count() === 2);

  /** Reloads the list in many tabs at once. Returns the number of loads that this causes. */
  async function reload(): Promise<number> {
    const loads = holdCalls(portal.faults, 'scannerStats');
    const before = stats.requested();
    const reloads = Array.from({ length: RELOAD_COUNT }, () =>
      // All of them carry the same cookie.
      browser.copy().get(paths.leadCapture, RELOAD_HEADERS),
    );
    await eventually('all have requested the list', async () => stats.requested() - before === RELOAD_COUNT);
    await eventually('the backend holds a load', async () => loads.count() > 0);
    // A second load would arrive during another request.
    await portal.browser().visit(paths.login);
    const count = loads.count();
    loads.release();
    for (const { status } of await Promise.all(reloads)) expect(status).toBe(200);
    return count;
  }

  expect(await reload()).toBe(1);
  // A removal during the reloads does not split their load.
  removals.passFirst();
  expect(await reload()).toBe(1);
  const fetched = portal.faults.attempts('scannerStats');
  removals.passFirst();
  await eventually('the run fetches the list at its end', async () => {
    return portal.faults.attempts('scannerStats') > fetched;
  });
  // Meanwhile it ends.
  await portal.browser().visit(paths.login);
  expect(await reload()).toBe(1);
  await browser.visit(paths.leadCapture);
  expect(browser.rows('Activated licenses')).toHaveLength(1);
});

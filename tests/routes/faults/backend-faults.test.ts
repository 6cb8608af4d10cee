import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Call, ReceivedCall } from '../../../scripts/sandbox/backend-calls';
import type { FaultInjector } from '../../../scripts/sandbox/fault-injector';
import * as faults from '../../../scripts/sandbox/faults';
import { MEBIBYTE } from '../../../shared/units';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { dana } from '../../support/data/accounts';
import { openPortal, type TestPortal, withProduct } from '../../support/portal/portal';
import { eventually } from '../../support/time/eventually';
import { patience } from '../../support/time/patience';
import {
  expectAction,
  expectDashboard,
  expectDownload,
  expectPage,
  type Outcome,
  type Product,
  products,
  uncached,
} from './outcomes';

interface Row extends Outcome {
  readonly how: string;
  readonly fault: faults.Fault;
  /** How many calls it affects; all by default. */
  readonly times?: number;
  /** Whether the call lasts until its deadline. */
  readonly hangs?: boolean;
  /** How often the call is made: a GET, and a POST or DELETE. */
  readonly attempts: readonly [read: number, change: number];
}

// The body of a 2xx response to an action is not read: reporting a failure would invite a retry.
const failedReading = { page: 'failed', action: 'done', csv: 502, attempts: [1, 1] } as const;
const failed = { page: 'failed', action: 'failed', csv: 502, attempts: [1, 1] } as const;
const failedTwice = { ...failed, attempts: [2, 1] } as const;
const recovered = { page: 'normal', action: 'failed', csv: 200, attempts: [2, 1] } as const;
const hangs = { page: 'failed', csv: 504, attempts: [1, 1], hangs: true } as const;

const matrix: readonly Row[] = [
  { how: 'F2: a reset connection', fault: faults.reset, ...failedTwice },
  { how: 'F2: a reset connection, once', fault: faults.reset, times: 1, ...recovered },
  { how: 'F2: a stale connection', fault: faults.staleConnection, times: 1, ...recovered },
  { how: 'F2: a lost response', fault: faults.lostResponse, ...failedTwice },
  { how: 'F3: no response', fault: faults.hang, action: 'failed', ...hangs },
  { how: 'F3: headers byte by byte', fault: faults.trickleHeaders, action: 'failed', ...hangs },
  { how: 'F4: a body byte by byte', fault: faults.trickle, action: 'done', ...hangs },
  { how: 'F4: a body that stalls', fault: faults.stall, action: 'done', ...hangs },
  { how: 'F5: a truncated body', fault: faults.truncated, ...failedReading },
  { how: 'F6 P182 P214: 500', fault: faults.status(500), ...failed },
  ...[502, 503, 504].map((code): Row => ({ how: `F6: ${code}`, fault: faults.status(code), ...failedTwice })),
  { how: 'F6: 503, once', fault: faults.status(503), times: 1, ...recovered },
  {
    how: 'F6: 503, Retry-After: 0',
    fault: faults.status(503, { 'retry-after': '0' }),
    times: 1,
    ...recovered,
  },
  {
    how: 'F6: 503, Retry-After: 120',
    fault: faults.status(503, { 'retry-after': '120' }),
    times: 1,
    ...failed,
  },
  { how: 'F6: 429', fault: faults.status(429), ...failed },
  { how: 'F6: 429, Retry-After: 0', fault: faults.status(429, { 'retry-after': '0' }), ...failed },
  ...[400, 404].map((code): Row => ({ how: `F7: ${code}`, fault: faults.status(code), ...failed })),
  { how: 'F9: 403', fault: faults.status(403), ...failed },
  { how: 'F8: 401', fault: faults.status(401), ...failed, attempts: [2, 2] },
  {
    how: 'F8: 401, once',
    fault: faults.status(401),
    times: 1,
    page: 'normal',
    action: 'done',
    csv: 200,
    attempts: [2, 2],
  },
  { how: 'F12: an endless body', fault: faults.endless, ...failedReading },
  { how: 'F10: an HTML page', fault: faults.html, ...failedReading },
  { how: 'F10: an empty body', fault: faults.empty, ...failedReading },
  { how: 'F10: invalid JSON', fault: faults.brokenJson, ...failedReading },
  { how: 'F10: a wrong content encoding', fault: faults.wrongGzip, ...failedReading },
  { how: 'F11: null', fault: faults.json(null), ...failedReading },
  { how: 'F11: a list', fault: faults.json([{ code: faults.UPSTREAM_TEXT }]), ...failedReading },
  { how: 'F13: a redirect', fault: faults.redirect('http://other.invalid/'), ...failed },
];

/** One row of each outcome. */
const ofEachOutcome = [
  ...new Map(matrix.map(row => [JSON.stringify({ ...row, how: '', fault: '' }), row])).values(),
];

const [leadCapture, cards] = products;

// Both clients make their calls in the same way.
describe.each([
  ['P185 P187 P189: Lead Capture', leadCapture, ofEachOutcome],
  ['P186 P187 P189: Digital Business Cards', cards, matrix],
] as const)('P4 P183 P191: a backend of %s that answers with', (_title, product, rows) => {
  let portal: TestPortal;
  let browser: NoJsBrowser;
  beforeAll(async () => {
    ({ portal } = await openPortal({ as: null, environment: uncached, until: 'file' }));
  });
  beforeEach(async () => {
    // With some faults, the backend carries out the actions.
    portal.store.replaceAccounts([dana()]);
    browser = await portal.signedIn();
  });
  afterEach(() => portal.faults.off());

  test.each(rows)(
    'P102 P147 P162 P214: $how affects only its product; GETs are retried once, changes never',
    async row => {
      const connect = async () => keepConnections(portal.faults, [browser, await portal.signedIn()], product);
      const made: ReceivedCall[] = [];

      for (const expectCell of [expectPage, expectDashboard, expectDownload]) {
        const request = () => expectCell(browser, product, row);
        const [reads] = row.attempts;
        made.push(...(await requestWithFault(portal.faults, row, product.stats, reads, connect, request)));
      }
      if (row.page === 'failed') expect(portal.log()).toContain(`"${product.logged}"`);

      // Actions differ by their paths alone.
      for (const action of ofEachOutcome.includes(row) ? product.actions : [product.removal]) {
        await browser.visit(product.path + action.open);
        const form = browser.form(action.button);
        const request = () => expectAction(browser, product, action, form, row);
        const [, changes] = row.attempts;
        made.push(...(await requestWithFault(portal.faults, row, action.call, changes, connect, request)));
        if (row.action === 'failed') expect(portal.log()).toContain(`"${action.logged}"`);
      }
      const areClosed = async () => made.every(({ end }) => end === 'closed by the portal');
      const isEndless = row.fault === faults.endless;
      // Sooner than by the timeout of a body.
      if (row.hangs || isEndless)
        await eventually('the portal has closed the connections', areClosed, patience(1500));
      // Stats are read up to 32 MiB, and actions not at all. The socket buffers count, too.
      const limit = (line: string) => (line.startsWith('GET') ? 64 : 32) * MEBIBYTE;
      if (isEndless) expect(made.filter(({ line, bytesSent }) => bytesSent > limit(line))).toEqual([]);
    },
  );

  test('P8 P84 P108: a failure can be tried again in the same list state', async () => {
    portal.faults.on(product.stats, faults.status(500));
    await browser.visit(`${product.path}?q=ada`);
    portal.faults.off();
    await browser.follow('Try again');
    expect(browser.address).toBe(`${product.path}?q=ada`);
    expect(browser.rows(product.table)).toHaveLength(1);
  });
});

test.each(products)('P185: an unexpected error in the $title client shows the same alert', async product => {
  const { portal } = await openPortal({
    as: null,
    replace: ({ backends }) => ({
      backends: withProduct(backends, product.productKey, {
        stats: async () => {
          throw new TypeError('Something unexpected');
        },
      }),
    }),
  });
  const browser = await portal.signedIn();
  await browser.visit(product.path);
  expect(browser.text('main [role=alert]')).toBe(`${product.message} Try again`);
  expect(browser.response.text).not.toContain('Something unexpected');
  expect(portal.log()).toContain('"Failed to fetch stats"');
});

/**
 * Leaves two idle connections to the product's backend, because an action makes two calls. Needs two sessions, because
 * requests of one session share a fetch.
 */
async function keepConnections(injector: FaultInjector, sessions: readonly NoJsBrowser[], product: Product) {
  const arrived = Promise.withResolvers<void>();
  let waiting = 0;
  injector.on(product.stats, ({ pass }) => {
    if (++waiting === 2) arrived.resolve();
    void arrived.promise.then(pass);
  });
  await Promise.all(sessions.map(session => session.get(product.path)));
  injector.off();
}

/** Sends a request while the fault is active, and checks the number of calls, which it returns. */
async function requestWithFault(
  injector: FaultInjector,
  { fault, times, hangs = false }: Row,
  call: Call,
  attempts: number,
  connect: () => Promise<void>,
  request: () => Promise<void>,
): Promise<ReceivedCall[]> {
  if (fault === faults.staleConnection) await connect();
  injector.calls.length = 0;
  injector.on(call, fault, { times });
  await request();
  injector.off();
  const made = injector.calls.filter(received => received.call === call);
  // A slow machine may need longer than a short deadline to connect.
  if (hangs) expect(made.length).toBeLessThanOrEqual(attempts);
  else expect([call, made.length]).toEqual([call, attempts]);
  return made;
}

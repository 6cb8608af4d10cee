import { describe, expect, test } from '@jest/globals';
import type { FaultSwitch } from '../../scripts/sandbox/fault-switch';
import * as faults from '../../scripts/sandbox/network-faults';
import { UPSTREAM_WORDS } from '../../scripts/sandbox/network-faults';
import type { Call } from '../../scripts/sandbox/seed';
import { eventually } from '../support/eventually';
import {
  expectAction,
  expectDashboard,
  expectDownload,
  expectHealthy,
  expectPage,
  type Outcome,
  type Product,
  products,
  startImpatientPortal,
} from '../support/fault-outcomes';
import type { NoJsBrowser } from '../support/no-js-browser';

interface Fault extends Outcome {
  readonly how: string;
  readonly fault: faults.NetworkFault;
  /** How many calls it meets; all of them by default. */
  readonly times?: number;
  /** Whether it keeps the portal waiting until its patience ends. */
  readonly waits?: boolean;
  /** How often the call arrives: of what reads, and of what changes something. */
  readonly attempts: readonly [read: number, change: number];
}

/** The word of a backend that has answered 2xx stands, whatever its body is: to be told otherwise invites a repeat. */
const failedReading = { page: 'failed', action: 'done', csv: 502, attempts: [1, 1] } as const;
const failed = { page: 'failed', action: 'failed', csv: 502, attempts: [1, 1] } as const;
const failedTwice = { ...failed, attempts: [2, 1] } as const;
const healed = { page: 'normal', action: 'failed', csv: 200, attempts: [2, 1] } as const;
const waits = { page: 'failed', csv: 504, attempts: [1, 1], waits: true } as const;

/** The fault matrix of shared/security-and-reliability.md, less what has tests of its own below. */
const matrix: readonly Fault[] = [
  { how: 'a broken connection', fault: faults.reset, ...failedTwice },
  { how: 'a broken connection, once', fault: faults.reset, times: 1, ...healed },
  { how: 'an idle connection that it has closed', fault: faults.staleConnection, times: 1, ...healed },
  { how: 'an answer that gets lost', fault: faults.lostAnswer, ...failedTwice },
  { how: 'no answer', fault: faults.hang, action: 'failed', ...waits },
  { how: 'a head byte by byte', fault: faults.trickleInTheHead, action: 'failed', ...waits },
  { how: 'a body byte by byte', fault: faults.trickle, action: 'done', ...waits },
  { how: 'a body that stops', fault: faults.stall, action: 'done', ...waits },
  { how: 'half a body', fault: faults.truncated, ...failedReading },
  { how: '500', fault: faults.status(500), ...failed },
  ...[502, 503, 504].flatMap((code): Fault[] => [
    { how: `${code}`, fault: faults.status(code), ...failedTwice },
    { how: `${code}, once`, fault: faults.status(code), times: 1, ...healed },
  ]),
  { how: '503 for a moment', fault: faults.status(503, { 'retry-after': '0' }), times: 1, ...healed },
  { how: '503 for two minutes', fault: faults.status(503, { 'retry-after': '120' }), times: 1, ...failed },
  { how: '429', fault: faults.status(429), ...failed },
  { how: '429 for a moment', fault: faults.status(429, { 'retry-after': '0' }), ...failed },
  ...[400, 403, 404, 409, 422].map(
    (code): Fault => ({ how: `${code}`, fault: faults.status(code), ...failed }),
  ),
  { how: '401', fault: faults.status(401), ...failed, attempts: [2, 2] },
  {
    how: '401, once',
    fault: faults.status(401),
    times: 1,
    page: 'normal',
    action: 'done',
    csv: 200,
    attempts: [2, 2],
  },
  { how: 'a page', fault: faults.html, ...failedReading },
  { how: 'nothing', fault: faults.empty, ...failedReading },
  { how: 'broken JSON', fault: faults.brokenJson, ...failedReading },
  { how: 'packed bytes that are none', fault: faults.falseGzip, ...failedReading },
  { how: 'null', fault: faults.json(null), ...failedReading },
  { how: 'a list', fault: faults.json([{ code: UPSTREAM_WORDS }]), ...failedReading },
  { how: 'a text', fault: faults.json(UPSTREAM_WORDS), ...failedReading },
  { how: 'a number', fault: faults.json(7), ...failedReading },
];

describe.each(products)('a backend of $title that answers with', product => {
  test.each(matrix)('$how costs its statistics or its action, and nothing else', async row => {
    const { portal, browser, forCell } = await atThePage(product, row);
    const connect = () => keepConnections(portal.network, browser, product);
    const reading: Cell[] = [];
    for (const expectCell of [expectPage, expectDashboard, expectDownload]) {
      const visitor = await forCell();
      const meet = () => expectCell(visitor, product, row);
      reading.push({ call: product.stats, attempts: row.attempts[0], connect, meet });
    }
    await meetFault(portal.network, row, reading);
    if (row.page === 'failed') expect(portal.log()).toContain(`"${product.logged}"`);
    await expectHealthy(browser, product);

    const changing: Cell[] = [];
    for (const action of product.actions) {
      const visitor = await forCell();
      await visitor.visit(product.path + action.open);
      const form = visitor.form(action.button);
      const meet = () => expectAction(visitor, product, action, form, row);
      changing.push({ call: action.call, attempts: row.attempts[1], connect, meet });
    }
    await meetFault(portal.network, row, changing);
    await expectHealthy(browser, product);
  });
});

/** A portal, with somebody at a product's page, that has connections to the product's backend already. */
async function atThePage(product: Product, { waits }: Fault) {
  const portal = await startImpatientPortal();
  const browser = await portal.signedIn();
  await browser.visit(product.path);
  // Requests that wait together need separate browsers.
  return { portal, browser, forCell: async () => (waits ? portal.signedIn() : browser) };
}

/** Leaves the portal with idle connections to the product's backend: an action's calls do not share one. */
async function keepConnections(network: FaultSwitch, browser: NoJsBrowser, product: Product): Promise<void> {
  network.on(product.stats, faults.latency(50));
  const reload = () => browser.agent.get(product.path).set('Cache-Control', 'no-cache');
  await Promise.all([reload(), reload()]);
  network.allOff();
}

interface Cell {
  readonly call: Call;
  readonly attempts: number;
  readonly connect: () => Promise<void>;
  readonly meet: () => Promise<void>;
}

/** Lets each cell meet the fault; those that only wait do it together. */
async function meetFault(network: FaultSwitch, { fault, times, waits }: Fault, cells: readonly Cell[]) {
  for (const together of waits ? [cells] : cells.map(cell => [cell])) {
    for (const { connect } of together) await connect();
    network.forgetArrivals();
    for (const { call } of together) network.on(call, fault, times);
    await Promise.all(together.map(({ meet }) => meet()));
    for (const { call } of together) {
      const expected = together
        .filter(cell => cell.call === call)
        .reduce((sum, cell) => sum + cell.attempts, 0);
      expect([call, network.attempts(call)]).toEqual([call, expected]);
    }
    network.allOff();
    if (!waits) continue;
    const calls = network.arrivals.filter(({ call }) => together.some(cell => cell.call === call));
    await eventually('the portal has closed each connection that it has waited on', async () =>
      calls.every(({ end }) => end === 'closed by the portal'),
    );
  }
}

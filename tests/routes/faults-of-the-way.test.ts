import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import * as faults from '../../scripts/sandbox/network-faults';
import { eventually } from '../support/eventually';
import {
  expectDashboard,
  expectDownload,
  expectHealthy,
  expectPage,
  expectSafe,
  products,
  startImpatientPortal,
} from '../support/fault-outcomes';
import { toasts } from '../support/lists';
import type { NoJsBrowser } from '../support/no-js-browser';
import { listen } from '../support/ports';

/** Asks for an address anew: nobody shares a call with somebody else who asks at the same time. */
const reload = ({ agent }: NoJsBrowser, address: string) =>
  agent.get(address).set('Cache-Control', 'no-cache');

const running: (() => void)[] = [];
afterEach(() => {
  for (const close of running.splice(0)) close();
});

describe.each(products)('the backend of $title', product => {
  const outcome = { page: 'failed', action: 'failed' } as const;

  test('that takes no connections costs its statistics and its actions, until it takes them again', async () => {
    const portal = await startImpatientPortal();
    const backend = portal.backends[product.backend];
    const browser = await portal.signedIn();
    const forms = [];
    for (const { open, button, failed } of product.actions) {
      await browser.visit(product.path + open);
      forms.push({ failed, ...browser.form(button) });
    }
    await backend.refuse();
    await expectPage(browser, product, { ...outcome, csv: 502 });
    await expectDashboard(browser, product, { ...outcome, csv: 502 });
    await expectDownload(browser, product, { ...outcome, csv: 502 });
    for (const { action, fields, failed } of forms) {
      const answer = await browser.post(action, fields);
      expectSafe(answer);
      expect([answer.status, answer.headers.location]).toEqual([303, product.path]);
      await browser.visit(product.path);
      expect(toasts(browser)).toEqual([`error: ${failed}`]);
    }
    await backend.accept();
    await expectHealthy(browser, product);
  });

  test('that was started anew between two calls is no matter', async () => {
    const portal = await startImpatientPortal();
    const browser = await portal.signedIn();
    const [action] = product.actions;
    await browser.visit(product.path + action?.open);
    const form = browser.form(action?.button ?? '');
    for (const use of [
      () => expectPage(browser, product, { page: 'normal', action: 'done', csv: 200 }),
      () => expectDownload(browser, product, { page: 'normal', action: 'done', csv: 200 }),
      () => browser.post(form.action, form.fields),
    ]) {
      await portal.backends[product.backend].refuse();
      await portal.backends[product.backend].accept();
      await use();
    }
    await browser.visit(product.path);
    expect(toasts(browser)).toContain(`success: ${action?.done}`);
  });

  test('that has no address costs its statistics', async () => {
    const portal = await startImpatientPortal({ [product.setting]: 'http://backend.invalid/api' });
    const browser = await portal.signedIn();
    await expectPage(browser, product, { ...outcome, csv: 502 });
    await expectDashboard(browser, product, { ...outcome, csv: 502 });
    const download = await browser.agent.get(product.csv);
    expectSafe(download);
    // Some systems look long for a name that there is not.
    expect([502, 504]).toContain(download.status);
    expect(download.headers['content-disposition']).toBeUndefined();
  });

  test('that never completes a connection costs its statistics, in time', async () => {
    const sockets: Socket[] = [];
    const silent = createServer(socket => sockets.push(socket));
    running.push(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const port = await listen(silent);
    const portal = await startImpatientPortal({ [product.setting]: `https://127.0.0.1:${port}/api` });
    const browser = await portal.signedIn();
    const begun = performance.now();
    await browser.agent.get(product.csv);
    // The connection itself may take two seconds; the time of the whole call is over before.
    expect(performance.now() - begun).toBeLessThan(2000);
    await expectPage(browser, product, { ...outcome, csv: 504 });
    await expectDashboard(browser, product, { ...outcome, csv: 504 });
    await expectDownload(browser, product, { ...outcome, csv: 504 });
  });

  test('that hangs keeps nobody from the other product', async () => {
    const portal = await startImpatientPortal({ UPSTREAM_TIMEOUT_MS: '20000' });
    const browser = await portal.signedIn();
    const { network } = portal;
    network.on(product.stats, faults.hang);
    let waiting = 40;
    const visits = Array.from({ length: waiting }, () =>
      reload(browser, product.path).then(
        () => waiting--,
        () => {},
      ),
    );
    await eventually(
      'every connection to the backend is taken',
      async () => network.attempts(product.stats) >= 32,
    );
    const other = await portal.signedIn();
    await expectHealthy(other, product.other);
    expect(waiting).toBe(40);
    await portal.backends[product.backend].close();
    await Promise.all(visits);
  });

  test('that hangs is asked by so many at a time; the others are told at once', async () => {
    const portal = await startImpatientPortal({ UPSTREAM_TIMEOUT_MS: '4000' });
    const browser = await portal.signedIn();
    const { network } = portal;
    network.on(product.stats, faults.hang);
    const statuses: number[] = [];
    const ask = (count: number) =>
      Array.from({ length: count }, async () => {
        statuses.push((await reload(browser, product.csv)).status);
      });
    // In two parts, for the details' backend takes no more at a time either.
    const first = ask(55);
    await eventually('the first have their details', async () => network.attempts('portalUsers') >= 55);
    const rest = ask(55);
    await eventually('some have an answer', async () => statuses.length > 0);
    expect(network.attempts(product.stats)).toBe(32);
    await Promise.all([...first, ...rest]);
    expect(statuses.filter(status => status === 503)).toHaveLength(110 - 32 - 64);
    expect(statuses.filter(status => status === 504)).toHaveLength(32 + 64);
    network.allOff();
    await expectHealthy(browser, product);
  });
});

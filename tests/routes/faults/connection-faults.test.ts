import { createServer, type Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import * as faults from '../../../scripts/sandbox/faults';
import { listen } from '../../support/backends/ports';
import { toasts } from '../../support/browsers/lists';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { atEndOf } from '../../support/end';
import { openPortal } from '../../support/portal/portal';
import { eventually } from '../../support/time/eventually';
import {
  expectAction,
  expectDashboard,
  expectDownload,
  expectHealthy,
  expectPage,
  expectSafe,
  products,
  uncached,
} from './outcomes';

const reload = (browser: NoJsBrowser, address: string) =>
  browser.get(address, { 'Cache-Control': 'no-cache' });

describe('the backend of a product', () => {
  const [product] = products;
  const failed = { page: 'failed', action: 'failed', csv: 502 } as const;
  const normal = { page: 'normal', action: 'done', csv: 200 } as const;

  test('F1: that refuses connections affects only its stats and actions, until it accepts them again', async () => {
    const { portal } = await openPortal({ as: null, environment: uncached });
    const backend = portal.backends[product.backend];
    const browser = await portal.signedIn();
    const forms = [];
    for (const { open, button, failed: message } of product.actions) {
      await browser.visit(product.path + open);
      forms.push({ message, ...browser.form(button) });
    }
    await backend.refuse();
    await expectPage(browser, product, failed);
    await expectDashboard(browser, product, failed);
    await expectDownload(browser, product, failed);
    for (const { action, fields, message } of forms) {
      const answer = await browser.post(action, fields);
      expectSafe(answer);
      expect([answer.status, answer.headers.location?.split('#')[0]]).toEqual([303, product.path]);
      await browser.visit(product.path);
      expect(toasts(browser)).toEqual([`error: ${message}`]);
    }
    await backend.accept();
    await expectHealthy(browser, product);
  });

  test('whose host name cannot be resolved affects only its stats', async () => {
    const { browser } = await openPortal({
      environment: { ...uncached, [product.setting]: 'http://backend.invalid/api' },
    });
    await expectPage(browser, product, failed);
    await expectDashboard(browser, product, failed);
    const download = await browser.get(product.csv);
    expectSafe(download);
    // Some systems take long to report an unknown host.
    expect([502, 504]).toContain(download.status);
    expect(download.headers['content-disposition']).toBeUndefined();
  });

  test('that never completes a connection affects only its stats, which fail in time', async () => {
    const sockets: Socket[] = [];
    const silent = createServer(socket => sockets.push(socket));
    atEndOf('test', () => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const port = await listen(silent);
    const { portal, browser } = await openPortal({
      environment: { ...uncached, [product.setting]: `https://127.0.0.1:${port}/api` },
    });
    // Never called: this fault selects the short deadline.
    portal.faults.on(product.stats, faults.hang);
    await expectPage(browser, product, { ...failed, csv: 504 });
    await expectDashboard(browser, product, { ...failed, csv: 504 });
    await expectDownload(browser, product, { ...failed, csv: 504 });
  });

  test('F15: that hangs does not affect the other product', async () => {
    const { portal, browser } = await openPortal({
      environment: { ...uncached, UPSTREAM_TIMEOUT_MS: '60000' },
    });
    portal.faults.on(product.stats, faults.hang);
    let waiting = 40;
    const visits = Array.from({ length: waiting }, () =>
      reload(browser, product.path).then(
        () => waiting--,
        () => {},
      ),
    );
    await eventually('the backend has a call', async () => portal.faults.attempts(product.stats) >= 1);
    const other = await portal.signedIn();
    const [, otherProduct] = products;
    await expectDownload(other, otherProduct, normal);
    const { removal } = otherProduct;
    await other.visit(otherProduct.path + removal.open);
    await expectAction(other, otherProduct, removal, other.form(removal.button), normal);
    expect(waiting).toBe(40);
    await portal.backends[product.backend].close();
    await Promise.all(visits);
  });
});

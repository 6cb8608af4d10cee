import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { load } from 'cheerio';
import { type EventLoop, watchEventLoop } from '../../../server/http/load-shedding';
import { paths, requestLicensesPath } from '../../../shared/paths';
import { securityHeaders } from '../../support/data/security-headers';
import { openPortal } from '../../support/portal/portal';

async function open() {
  const eventLoop = { tooHigh: false, isOverloaded: () => eventLoop.tooHigh, close() {} };
  const opened = await openPortal({ replace: () => ({ eventLoop }) });
  return { ...opened, eventLoop };
}

test('T33: above the load limit, requests get 503, Retry-After and a small page, and reach no backend, until the load falls', async () => {
  const { portal, browser, eventLoop: work } = await open();
  work.tooHigh = true;
  const requests = {
    'a page': () => browser.get(paths.leadCapture),
    'a download': () => browser.get('/leads-capture/licenses.csv'),
    'an action': () => browser.post(requestLicensesPath(paths.leadCapture)),
    'a sign-in': () => portal.browser().post(paths.login, { email: 'dana@acme.example' }),
    'an unknown path': () => browser.get('/nothing'),
  };
  for (const [kind, send] of Object.entries(requests)) {
    const { status, headers, text } = await send();
    expect({ kind, status, ...headers }).toMatchObject({
      kind,
      status: 503,
      'retry-after': '3',
      'cache-control': 'no-store, no-transform',
      ...securityHeaders,
    });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(load(text)('h1').text()).toBe('The portal is busy');
    expect(Buffer.byteLength(text)).toBeLessThan(4096);
  }
  expect(portal.calls).toEqual([]);
  work.tooHigh = false;
  expect((await browser.get(paths.leadCapture)).status).toBe(200);
});

test('T33: health checks respond under overload, and assets, so that pages keep their styles and scripts', async () => {
  const { browser, eventLoop: work } = await open();
  work.tooHigh = true;
  const { text } = await browser.get(paths.leadCapture);
  const assets = load(text)('link[href], script[src]')
    .toArray()
    .map(({ attribs }) => attribs.href ?? attribs.src ?? '')
    .filter(address => address.startsWith(paths.assets));
  expect(assets.length).toBeGreaterThanOrEqual(2);
  for (const address of [...assets, paths.healthz, paths.readyz]) {
    expect([address, (await browser.get(address)).status]).toEqual([address, 200]);
  }
});

describe('T33: the measured load', () => {
  const INTERVAL_MS = 50;
  let now = 0;
  let used = 0;
  let eventLoop: EventLoop;

  /**
   * Fires the timer that measures the load once, as if the event loop had been blocked for this long, of which this share is its
   * own processor time.
   */
  function blockEventLoop(milliseconds: number, share = 0.9): void {
    now += INTERVAL_MS + milliseconds;
    used += milliseconds * share;
    jest.advanceTimersByTime(INTERVAL_MS);
  }

  function idle(milliseconds: number): void {
    for (let passed = 0; passed < milliseconds; passed += INTERVAL_MS) blockEventLoop(0);
  }

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    now = 0;
    used = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    jest.spyOn(process, 'threadCpuUsage').mockImplementation(({ user, system } = { user: 0, system: 0 }) => ({
      user: used * 1000 - user,
      system: -system,
    }));
    eventLoop = watchEventLoop(700);
  });

  afterEach(() => {
    eventLoop.close();
    jest.useRealTimers();
  });

  test('T33: is too high after long blocks of the event loop, until it has caught up', () => {
    idle(600);
    expect(eventLoop.isOverloaded()).toBe(false);
    blockEventLoop(900);
    blockEventLoop(900);
    expect(eventLoop.isOverloaded()).toBe(true);
    idle(5000);
    expect(eventLoop.isOverloaded()).toBe(false);
  });

  test('T33: stays too high while one long block follows another', () => {
    blockEventLoop(900);
    for (let block = 0; block < 5; block++) {
      blockEventLoop(900);
      expect(eventLoop.isOverloaded()).toBe(true);
    }
  });

  test('T87: is never too high while other programs have the processor', () => {
    for (let block = 0; block < 100; block++) {
      blockEventLoop(3000, 0.4);
      expect(eventLoop.isOverloaded()).toBe(false);
    }
  });

  test('T33: is never too high because of short blocks, however many', () => {
    for (let block = 0; block < 100; block++) {
      blockEventLoop(50);
      expect(eventLoop.isOverloaded()).toBe(false);
    }
  });
});

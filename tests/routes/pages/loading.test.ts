import { setImmediate } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import { type CheerioAPI, load } from 'cheerio';
import express from 'express';
import { pino } from 'pino';
import { createElement } from 'react';
import request from 'supertest';
import { type Call, statsCalls } from '../../../scripts/sandbox/backend-calls';
import { type Fault, status } from '../../../scripts/sandbox/faults';
import { BackendError } from '../../../server/errors';
import { streamPage } from '../../../server/http/stream-page';
import { StoreUnavailable } from '../../../server/records/store';
import { productKeys, productTerms } from '../../../shared/products';
import { openPortal } from '../../support/portal/portal';

/** Starts a portal that sends the skeleton at once, and whose backend answers, or fails, when `answer` is called. */
async function withSlowBackend(
  calls: Call | readonly Call[] = statsCalls,
  fault: Fault = ({ pass }) => pass(),
) {
  // Visits a page to load the user details, which the skeleton shows.
  const { portal, browser } = await openPortal({ at: '/nothing', environment: { SKELETON_DELAY_MS: '0' } });
  portal.advanceClock(10 * 60 * 1000);
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  portal.faults.on(calls, exchange => void promise.then(() => fault(exchange)));
  return { portal, cookie: browser.cookie, answer };
}

const SKELETON_END = '</slot></template>';

/** Loads a page, and lets the backend answer when this part has arrived. */
async function loadPage(
  { portal, cookie, answer }: Awaited<ReturnType<typeof withSlowBackend>>,
  path: string,
  part = SKELETON_END,
) {
  const { port } = portal;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
  let html = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    html += chunk;
    if (html.includes(part)) answer();
  }
  const [start = '', content = ''] = html.split(SKELETON_END);
  return {
    status: response.status,
    $skeleton: load(start.split('<slot>')[1] ?? ''),
    content,
    $content: load(content),
  };
}

describe('a page whose backend is slow', () => {
  test.each([
    ['/dashboard', 'Dashboard', false],
    ['/leads-capture', 'Lead Capture', true],
    ['/digital-business-cards', 'Digital Business Cards', true],
  ])(
    'P7: sends the header and sidebar with a skeleton and no pagination, then the content: %s',
    async (path, title, rows) => {
      const { status: code, $skeleton, $content } = await loadPage(await withSlowBackend(), path);
      expect(code).toBe(200);
      expect($skeleton('h1').text()).toBe(title);
      expect($skeleton('header').text()).toContain('Dana Whitfield');
      expect($skeleton('nav a').text()).toBe('DashboardLead CaptureDigital Business CardsPeople');
      expect($skeleton('[role=status]').text()).toContain('Loading...');
      expect($skeleton('.spinner')).toHaveLength(1);
      expect($skeleton('.skeleton').length).toBeGreaterThan(0);
      expect($skeleton('.skeleton-row').length > 0).toBe(rows);
      expect($skeleton('.pagination, main form, .toast')).toHaveLength(0);
      expect($content('h1').text()).toBe(title);
      expect($content('main h2').length).toBeGreaterThan(1);
      expect($content('.spinner, .skeleton')).toHaveLength(0);
    },
  );

  test('P7: the dashboard shows the panel of the other product at once, and then the complete page without duplicate IDs', async () => {
    const slow = await withSlowBackend('ecardStats');
    // The backend answers only after the Lead Capture panel was sent, or else the test hangs.
    const { $skeleton, content, $content } = await loadPage(slow, '/dashboard', 'slot="/leads-capture"');
    const attributes = ($: CheerioAPI, name: string) =>
      $(`[${name}]`)
        .toArray()
        .map(element => $(element).attr(name));
    const panels = [...productKeys.map(key => productTerms[key].path), 'integrations'];
    expect(attributes($skeleton, 'name')).toEqual(panels);
    const early = content.slice(0, content.indexOf('class="frame"'));
    expect(load(early)('[slot="/leads-capture"]').text()).toContain('Licenses purchased');
    expect(load(content.slice(early.length))('h2').length).toBe(panels.length);
    // An early panel stays in the document, hidden, so its IDs must differ from the IDs of the page.
    const ids = attributes($content, 'id');
    expect(ids).toContain('content');
    expect(ids).toEqual([...new Set(ids)]);
  });

  test('says that the session has ended in place of the content', async () => {
    const slow = await withSlowBackend(statsCalls, status(401));
    slow.portal.identity.failure = 'rejects';
    const { $content } = await loadPage(slow, '/leads-capture');
    expect($content('h1').text()).toBe('You have been signed out');
    expect($content('main a[href="/login"]').text()).toBe('Sign in');
  });

  test.each([
    [
      'the portal is busy',
      new BackendError('Too many calls are waiting', 'queue full'),
      'The portal is busy',
    ],
    ['the store is away', new StoreUnavailable(), 'Please try again in a minute'],
  ])('says that %s in place of the content', async (_why, error, title) => {
    const slow = await withSlowBackend();
    const { promise: details, reject } = Promise.withResolvers<never>();
    jest.spyOn(slow.portal.dependencies.backends.portalUsers, 'details').mockReturnValue(details);
    const { $content } = await loadPage({ ...slow, answer: () => reject(error) }, '/dashboard');
    expect($content('h1').text()).toBe(title);
  });
});

test.each(['parts', 'content'] as const)(
  'a page in parts is complete even if its %s cannot be rendered',
  async failing => {
    const { portal } = await openPortal({ as: null });
    const page = (text: string) => ({ title: 'Slow', element: createElement('main', {}, text) });
    const broken = createElement(() => {
      throw new TypeError('the flux compensator is leaking');
    });
    const app = express();
    app.get('/', (request, response, next) => {
      request.log = pino({ enabled: false });
      const element = failing === 'content' ? broken : createElement('main', {}, 'Complete');
      const loading = {
        skeleton: () => page('Loading'),
        parts: async () => (failing === 'parts' ? [Promise.resolve(broken)] : []),
        content: setImmediate({ title: 'Slow', element }),
      };
      streamPage(loading, request, response, portal.dependencies).catch(next);
    });
    const { text } = await request(app).get('/');
    expect(load(text.split(SKELETON_END)[1] ?? '')('main').text()).toContain(
      failing === 'parts' ? 'Complete' : 'Something went wrong',
    );
    expect(text).toContain('</html>');
  },
);

test('an unknown URL that looks like a download gets an error page after the skeleton', async () => {
  const slow = await withSlowBackend('portalUsers');
  slow.portal.advanceClock(61_000);
  const { $content } = await loadPage(slow, '/leads-capture/everything.csv');
  expect($content('h1').text()).toBe('Page not found');
});

test('P136: a page with cached data is sent in one piece', async () => {
  const { portal, browser } = await openPortal();
  const addresses = ['/dashboard', '/leads-capture', '/digital-business-cards'];
  for (const address of addresses) await browser.visit(address);
  // Without the cache, the pages would show an error.
  portal.faults.on([...statsCalls, 'portalUsers'], status(500));
  for (const address of addresses) {
    const { text, headers } = await browser.get(address);
    expect(text).not.toContain('<template');
    expect(text).not.toContain('role="alert"');
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
  }
});

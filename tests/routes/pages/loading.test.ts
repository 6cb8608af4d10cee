import { describe, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { type Call, statsCalls } from '../../../scripts/sandbox/backend-calls';
import { latency, status } from '../../../scripts/sandbox/faults';
import { HttpClient } from '../../support/http-client';
import { startPortal } from '../../support/portal';

/** Starts a portal that sends the skeleton at once, and whose backend answers when `answer` is called. */
async function withSlowBackend(calls: Call | readonly Call[] = statsCalls) {
  const portal = await startPortal({ environment: { SKELETON_DELAY_MS: '0' } });
  const client = new HttpClient(portal);
  await client.signIn();
  // Loads the user details, which the skeleton shows.
  await client.get('/nothing');
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  portal.faults.on(calls, ({ pass }) => void promise.then(pass));
  return { portal, client, answer };
}

/** Loads a page, and lets the backend answer when the skeleton has arrived. */
async function loadPage(
  { portal, client, answer }: Awaited<ReturnType<typeof withSlowBackend>>,
  path: string,
) {
  const { port } = await portal.serve();
  const { cookie } = client;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
  let html = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    html += chunk;
    if (html.includes('</slot></template>')) answer();
  }
  const [start = '', content = ''] = html.split('</slot></template>');
  return {
    status: response.status,
    $skeleton: load(start.split('<slot>')[1] ?? ''),
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
      expect($skeleton('nav a')).toHaveLength(3);
      expect($skeleton('[role=status]').text()).toContain('Loading...');
      expect($skeleton('.spinner')).toHaveLength(1);
      expect($skeleton('.skeleton').length).toBeGreaterThan(0);
      expect($skeleton('.skeleton-row').length > 0).toBe(rows);
      expect($skeleton('.pagination, table, main form, .toast')).toHaveLength(0);
      expect($content('h1').text()).toBe(title);
      expect($content('main h2').length).toBeGreaterThan(1);
      expect($content('.spinner, .skeleton')).toHaveLength(0);
    },
  );

  test('shows its toasts once, with the content', async () => {
    const portal = await startPortal({ environment: { SKELETON_DELAY_MS: '0' } });
    portal.faults.on(statsCalls, latency(50));
    const browser = await portal.signedIn();
    await browser.visit('/leads-capture');
    await browser.press('Request Licenses');
    expect(browser.texts('.toast p')).toEqual(['License request submitted successfully!']);
    await browser.visit('/leads-capture');
    expect(browser.texts('.toast p')).toEqual([]);
  });

  test('says that the session has ended in place of the content', async () => {
    const slow = await withSlowBackend();
    slow.portal.identity.failure = 'rejects';
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    slow.portal.faults.on(statsCalls, exchange => void promise.then(() => status(401)(exchange)));
    const { $content } = await loadPage({ ...slow, answer }, '/leads-capture');
    expect($content('h1').text()).toBe('You have been signed out');
    expect($content('main a[href="/login"]').text()).toBe('Sign in');
  });
});

test('an unknown URL that looks like a download gets an error page after the skeleton', async () => {
  const slow = await withSlowBackend('portalUsers');
  slow.portal.advanceClock(61_000);
  const { $content } = await loadPage(slow, '/leads-capture/everything.csv');
  expect($content('h1').text()).toBe('Page not found');
});

test('P136: a page with cached data is sent in one piece', async () => {
  const portal = await startPortal();
  const browser = await portal.signedIn();
  const addresses = ['/dashboard', '/leads-capture', '/digital-business-cards'];
  for (const address of addresses) await browser.visit(address);
  // Without the cache, the pages would show an error.
  portal.faults.on([...statsCalls, 'portalUsers'], status(500));
  for (const address of addresses) {
    const { text, headers } = await browser.agent.get(address).set('Accept-Encoding', 'identity');
    expect(text).not.toContain('<template');
    expect(text).not.toContain('role="alert"');
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
  }
});

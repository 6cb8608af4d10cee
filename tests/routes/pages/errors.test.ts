import { describe, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import request, { type Response } from 'supertest';
import { status } from '../../../scripts/sandbox/faults';
import { paths, requestLicensesPath } from '../../../shared/paths';
import { dana, eve } from '../../support/data/accounts';
import { securityHeaders } from '../../support/data/security-headers';
import { openPortal, type PortalOptions, type TestPortal } from '../../support/portal/portal';

async function oneOfEach(options: PortalOptions = {}): Promise<Record<string, Response>> {
  const { portal, browser } = await openPortal(options);
  const visitor = portal.browser();
  const otherTab = browser.copy();
  const { stylesheet, script, icon } = portal.dependencies.assets;
  const responses = {
    'a public page': await visitor.get('/login'),
    'a page with a session': await browser.get('/dashboard'),
    'an invalid link': await visitor.get('/finishsignup'),
    'a redirect to the login page': await visitor.get('/dashboard'),
    'an action': await browser.post(requestLicensesPath(paths.leadCapture)),
    'a download': await browser.get('/leads-capture/licenses.csv'),
    'an unknown page': await browser.get('/nothing'),
    'a malformed URL': await browser.get('/%E0%A4%A'),
    'a form of another site': await browser.post('/logout', {}, { 'Sec-Fetch-Site': 'cross-site' }),
    'a form that is too large': await browser.post('/login', `email=${'x'.repeat(20_000)}`),
    'an unreadable form': await browser.post('/login', 'x', { 'Content-Encoding': 'lzma' }),
    'a health check': await visitor.get('/healthz'),
    'a readiness check': await visitor.get('/readyz'),
    'a stylesheet': await visitor.get(stylesheet),
    'a script': await visitor.get(script),
    'an icon': await visitor.get(icon),
    'an unknown file': await visitor.get('/assets/nothing.js'),
    'a part behind the end of a file': await visitor.get(stylesheet, { Range: 'bytes=99999999-' }),
    'an unsupported method': await request(portal.app).put('/login'),
    'a question for the methods': await request(portal.app).options('/login'),
    'a logout': await browser.post('/logout'),
  };
  portal.identity.failure = 'is unavailable';
  portal.advanceClock(61 * 60_000);
  return { ...responses, 'an outage of the identity provider': await otherTab.get('/dashboard') };
}

describe('every response', () => {
  const hashed = ['a stylesheet', 'a script', 'an icon'];

  test('T0 T26: has the security headers, and is not cached, except for files with a hash in their name', async () => {
    for (const [kind, { status, headers, type }] of Object.entries(await oneOfEach())) {
      expect({ kind, ...headers }).toMatchObject({ kind, ...securityHeaders });
      for (const absent of ['x-powered-by', 'server', 'strict-transport-security', 'reporting-endpoints']) {
        expect(headers).not.toHaveProperty(absent);
      }
      const isHashed = hashed.includes(kind);
      expect([kind, headers['cache-control']]).toEqual([
        kind,
        isHashed ? 'public, max-age=31536000, immutable' : 'no-store, no-transform',
      ]);
      if (isHashed) expect([status, headers['set-cookie']]).toEqual([200, undefined]);
      expectPolicy(kind, type, headers['permissions-policy']);
    }
  });

  /** Expects that a page disables the browser features that no page uses. */
  function expectPolicy(kind: string, type: string, value: string | undefined): void {
    if (type !== 'text/html') {
      expect([kind, value]).toEqual([kind, undefined]);
      return;
    }
    const policy = (value ?? '').split(', ');
    expect([kind, policy]).toEqual([
      kind,
      expect.arrayContaining(['camera=()', 'geolocation=()', 'microphone=()', 'clipboard-write=(self)']),
    ]);
    expect(policy.filter(feature => !/^[a-z-]+=\(\)$/.test(feature))).toEqual(['clipboard-write=(self)']);
  }

  test('T0: has HSTS if PUBLIC_URL uses https', async () => {
    const overHttps = await oneOfEach({
      environment: { PUBLIC_URL: 'https://portal.example', TRUST_PROXY: '1' },
      headers: { 'X-Forwarded-Proto': 'https' },
    });
    for (const [kind, { headers }] of Object.entries(overHttps)) {
      expect([kind, headers['strict-transport-security']]).toEqual([
        kind,
        'max-age=63072000; includeSubDomains',
      ]);
    }
  });

  test('T0: names the endpoint for reports of policy violations, if it is configured', async () => {
    const environment = { CSP_REPORT_URL: 'https://reports.example/csp?portal=1' };
    for (const [kind, { headers }] of Object.entries(await oneOfEach({ environment }))) {
      expect([kind, headers['reporting-endpoints']]).toEqual([
        kind,
        'csp="https://reports.example/csp?portal=1"',
      ]);
      expect(headers['content-security-policy']).toBe(
        `${securityHeaders['content-security-policy']};report-to csp`,
      );
    }
  });

  test('T26: sets no cookie for a client without one', async () => {
    const { portal } = await openPortal({ as: null });
    for (const address of ['/login', '/finishsignup', '/nothing', '/healthz', '/readyz']) {
      const { headers } = await portal.browser().get(address);
      expect([address, headers['set-cookie']]).toEqual([address, undefined]);
    }
  });
});

const addresses = [
  '/login?again',
  '/finishsignup',
  '/finishsignup?mode=signIn&apiKey=k&oobCode=c',
  '/dashboard',
  '/leads-capture',
  '/leads-capture?revoke=U-1',
  '/leads-capture?q=nobody',
  '/digital-business-cards',
  '/digital-business-cards?deactivate=c1',
  '/digital-business-cards?dialog=profile-data',
  '/nothing',
];

test('T0 P3: every page loads everything from its own origin, and has no inline styles and scripts, which the policy would block', async () => {
  const { portal, browser } = await openPortal();
  const pages = new Map([['signed in', (await portal.browser().signIn()).text]]);
  for (const address of addresses) pages.set(address, (await browser.get(address)).text);
  for (const [address, html] of pages) {
    const $ = load(html);
    const inline = $('style, [style], script:not([src]), [href^="javascript:"]').toArray();
    expect([address, inline.map(element => $.html(element))]).toEqual([address, []]);
    const handlers = $('*').filter((_, element) =>
      Object.keys($(element).attr() ?? {}).some(name => name.startsWith('on')),
    );
    expect([address, handlers.length]).toEqual([address, 0]);
    expect($('script[src], link[rel=stylesheet]').length).toBeGreaterThanOrEqual(2);
    const sources = $('[src], link[href], form[action]')
      .toArray()
      .map(element => $(element).attr('src') ?? $(element).attr('href') ?? $(element).attr('action') ?? '');
    for (const source of sources) expect(source).toMatch(/^\/(?!\/)/);
  }
});

describe('an error', () => {
  test('P25 P202: has a page that explains it and links to the dashboard, signed in or not', async () => {
    const { portal } = await openPortal({ as: null });
    for (const browser of [portal.browser(), await portal.signedIn()]) {
      await browser.visit('/nothing/here');
      expect(browser.status).toBe(404);
      expect(browser.text('h1')).toBe('Page not found');
      expect(browser.href('Go to the dashboard')).toBe('/dashboard');
    }
  });

  test('T31: has its details in the log, and not on the page', async () => {
    const { portal, browser } = await openPortal({
      replace: ({ backends }) => ({
        backends: {
          ...backends,
          portalUsers: {
            ...backends.portalUsers,
            details: () => Promise.reject(new TypeError('the flux compensator is leaking')),
          },
        },
      }),
    });
    const response = await browser.get('/dashboard');
    expect(response.status).toBe(500);
    expect(load(response.text)('h1').text()).toBe('Something went wrong');
    for (const detail of ['flux', 'TypeError', 'at ', '.ts', 'node_modules']) {
      expect(load(response.text)('body').text()).not.toContain(detail);
    }
    expect(portal.logLines()).toContainEqual(
      expect.objectContaining({
        level: 50,
        err: expect.objectContaining({ type: 'TypeError', message: 'the flux compensator is leaking' }),
      }),
    );
    expect((await browser.get('/login?again')).status).toBe(200);
  });
});

test('HEAD requests get the status of the page, and no body', async () => {
  const { browser } = await openPortal();
  for (const [address, status] of [
    ['/login?again', 200],
    ['/dashboard', 200],
    ['/finishsignup', 400],
    ['/nothing', 404],
  ] as const) {
    const response = await browser.head(address);
    expect([address, response.status, response.text]).toEqual([address, status, undefined]);
  }
});

test('P220: the health checks need no session and no backend, report a draining process, and are not logged', async () => {
  const { portal } = await openPortal({ as: null, replace: () => ({ lifecycle }) });
  portal.identity.failure = 'is unavailable';
  const statuses = async () => {
    const browser = portal.browser();
    return [(await browser.get('/healthz')).status, (await browser.get('/readyz')).status];
  };
  expect(await statuses()).toEqual([200, 200]);
  lifecycle.draining = true;
  expect(await statuses()).toEqual([200, 503]);
  expect(portal.logLines()).toEqual([]);
  expect((await portal.browser().get('/login')).status).toBe(200);
  expect(portal.calls).toEqual([]);
});

const lifecycle = { draining: false };

describe('the log', () => {
  /** Returns the lines of requests that were logged after the first `from` lines. */
  const requestLines = (portal: TestPortal, from: number) =>
    portal
      .logLines()
      .slice(from)
      .filter(line => 'responseTime' in line);

  test('T28: has one line per request, with its ID, method, path, status and duration', async () => {
    const { portal, browser } = await openPortal();
    const before = portal.logLines().length;
    const response = await browser.get('/leads-capture?q=cleo');
    await browser.post('/logout');
    await browser.get('/nothing');
    expect(requestLines(portal, before)).toMatchObject([
      {
        reqId: response.headers['x-request-id'],
        req: { method: 'GET', path: '/leads-capture' },
        res: { status: 200 },
        responseTime: expect.any(Number),
      },
      { req: { method: 'POST', path: '/logout' }, res: { status: 303 } },
      { req: { method: 'GET', path: '(unknown)' }, res: { status: 404 } },
    ]);
  });

  test('T62: does not contain the text of a path that is unknown, however it is sent', async () => {
    const { portal, browser } = await openPortal();
    const before = portal.logLines().length;
    const unknown = [
      '/ada@acme.example',
      '/assets/ada@acme.example',
      '/leads-capture/ada',
      '/%61da',
      '//ada',
    ];
    for (const path of unknown) await browser.get(`${path}?ada`);
    for (const path of unknown) await browser.post(path, { ada: 'ada' });
    await browser.get('/%E0%A4%A?ada');
    await browser.post('/ada', {}, { 'Sec-Fetch-Site': 'cross-site' });
    // Refused before its route is found, but known.
    await browser.post(paths.revokeLicense, {}, { 'Sec-Fetch-Site': 'cross-site' });
    const lines = requestLines(portal, before).map(({ req, res }) => ({ req, res }));
    expect(JSON.stringify(lines)).not.toMatch(/ada|%61|%E0/);
    expect(lines).toHaveLength(2 * unknown.length + 3);
    expect(lines[0]).toEqual({ req: { method: 'GET', path: '(unknown)' }, res: { status: 404 } });
    expect(lines.at(-1)).toEqual({
      req: { method: 'POST', path: paths.revokeLicense },
      res: { status: 403 },
    });
  });

  test('T28: uses the request ID of a trusted proxy, if it is valid', async () => {
    const { portal: trusting } = await openPortal({ as: null, environment: { TRUST_PROXY: '1' } });
    const requestIdFor = async (portal: TestPortal, id: string) =>
      (await portal.browser().get('/login', { 'X-Request-Id': id })).headers['x-request-id'];
    expect(await requestIdFor(trusting, 'edge-1.a:b_C9')).toBe('edge-1.a:b_C9');
    expect(trusting.logLines().at(-1)).toMatchObject({ reqId: 'edge-1.a:b_C9' });
    const own = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
    for (const id of ['', 'a b', 'a"b', '<b>', 'x'.repeat(129), 'a,b', 'é']) {
      expect(await requestIdFor(trusting, id)).toMatch(own);
    }
    expect(await requestIdFor((await openPortal({ as: null })).portal, 'edge-1')).toMatch(own);
  });

  test('T28: identifies clients only by pseudonyms', async () => {
    const { portal, browser } = await openPortal({ accounts: [dana(), eve()] });
    const other = await portal.signedIn('eve@evil.example');
    const before = portal.logLines().length;
    for (const visitor of [browser, browser, other, portal.browser()]) await visitor.get('/leads-capture');
    const users = requestLines(portal, before).map(({ user }) => user);
    expect(users).toEqual([
      expect.stringMatching(/^[\w-]{12}$/),
      users[0],
      expect.stringMatching(/^[\w-]{12}$/),
      undefined,
    ]);
    expect(users[2]).not.toBe(users[0]);
    expect(portal.log()).not.toMatch(/user-|@/);
  });

  test('T28: lists the backend calls of a request with their durations in its line', async () => {
    const { portal, browser } = await openPortal({ accounts: [dana(), eve()] });
    const other = await portal.signedIn('eve@evil.example');
    portal.faults.on('ecardStats', status(500));
    const before = portal.logLines().length;
    await Promise.all([browser.get('/dashboard'), other.get('/leads-capture'), browser.get('/login')]);
    const ms = expect.any(Number);
    const calls = Object.fromEntries(
      requestLines(portal, before).map(({ req, backends }) => [Reflect.get(Object(req), 'path'), backends]),
    );
    expect(calls['/login']).toBeUndefined();
    expect(calls['/dashboard']).toContainEqual({ call: 'ecard stats', outcome: 'status', ms });
    expect(calls['/dashboard']).toHaveLength(3);
    expect(calls['/leads-capture']).toEqual(
      ['user details', 'scanner stats'].map(call => ({ call, outcome: 'ok', ms })),
    );
  });
});

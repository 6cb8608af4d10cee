import { beforeAll, describe, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { removalCalls, requestCalls, statsCalls } from '../../../scripts/sandbox/backend-calls';
import { json, redirect } from '../../../scripts/sandbox/faults';
import { routes } from '../../../server/routes';
import { paths, requestLicensesPath } from '../../../shared/paths';
import { startOtherHost } from '../../support/backends/backend-server';
import { dana, details, eve, license, licenses, scanner } from '../../support/data/accounts';
import { downloadPaths as downloads } from '../../support/data/download-paths';
import { securityHeaders } from '../../support/data/security-headers';
import { openPortal, type TestPortal } from '../../support/portal/portal';
import { type Journey, wholeJourney } from './whole-journey';

const DANA = 'dana@acme.example';
const ADA = 'ada@acme.example';
const pages = [paths.dashboard, paths.leadCapture, paths.cards];
const topUps = [paths.leadCapture, paths.cards].map(requestLicensesPath);
const requests = [...topUps, paths.requestProfileData];

const payloads = [
  '"><img src=x onerror=1>',
  '</script><script>alert(1)</script>',
  'javascript:1',
  'a\u2028b\u2029c',
  '</textarea></title><svg/onload=1>',
];

/** Makes the backends respond with this text in every name, code and email. */
function answerWith(portal: TestPortal, text: string): void {
  const person = { email: `${text}@x.example`, name: text, title: text };
  portal.faults.on(
    statsCalls,
    json({
      licencesPurchased: 4,
      licencesClaimed: 1,
      code: text,
      integrations: [{ name: text }],
      userStats: [
        { ...person, appId: text, code: text },
        { appId: text, code: text },
      ],
    }),
  );
}

/** Returns every element that would run a script, and every URL that leads to another site. */
function findInjections(html: string): string[] {
  const $ = load(html);
  const running = $('img, svg[onload], [onerror], [onload], [style], script:not([src]), iframe').toArray();
  const sources = $('[src], [href], form[action]').toArray();
  const addresses = sources.map(
    element => $(element).attr('src') ?? $(element).attr('href') ?? $(element).attr('action') ?? '',
  );
  return [
    ...running.map(element => $.html(element)),
    ...addresses.filter(address => !/^(\/(?![/\\])|[#?]|https:\/\/help\.example\/$)/.test(address)),
  ];
}

test.each(payloads)('T18: every page escapes external text: %j', async payload => {
  const { portal, browser } = await openPortal();
  answerWith(portal, payload);
  portal.faults.on('portalUsers', details({ name: payload, company: payload, roles: dana().roles }));
  const text = encodeURIComponent(payload);
  const link = `/finishsignup?mode=signIn&apiKey=${text}&oobCode=${text}&lang=${text}`;
  // Leaves toasts whose file names contain the search.
  await browser.get(`/leads-capture/licenses.csv?q=${text}`);
  await browser.get(`/digital-business-cards/non-claimed-cards.csv?nq=${text}`);
  const list = await browser.copy().get(`${paths.leadCapture}?q=${text}`);
  const dialog = await browser.get(`${paths.leadCapture}?revoke=${text}`);
  const responses = [
    ...(await Promise.all(
      pages.map(page => browser.copy().get(`${page}?q=${text}&nq=${text}&sort=${text}`)),
    )),
    list,
    dialog,
    await browser.get(`${paths.cards}?deactivate=${text}&dialog=${text}`),
    await browser.get(`/${text}`),
    await browser.copy().get(link),
    await browser.copy().post(link, { email: payload }),
    await browser.copy().post('/login', { email: payload }),
    await browser.copy().post('/login', { email: `${payload.replace(/\s/g, '/')}@x.example` }),
  ];
  for (const { text: html } of responses) {
    expect(findInjections(html)).toEqual([]);
    if (payload.includes('<')) expect(html).not.toContain(payload);
  }
  expect(responses.some(({ text: html }) => load(html)('body').text().includes(payload))).toBe(true);
  expect(load(list.text)('input[aria-label="Search activated licenses"]').val()).toBe(payload);
  expect(load(dialog.text)('.dialog-subject').text()).toBe(`${payload}@x.example`);
  expectSafeProps(dialog.text, payload);
});

/** Expects that the props of islands contain this text, and cannot break out of their attribute. */
function expectSafeProps(html: string, payload: string): void {
  const written = [...html.matchAll(/data-props="([^"]*)"/g)].map(([, props = '']) => props);
  expect(written.join()).not.toMatch(/[<>]/);
  const $ = load(html);
  const read = $('[data-props]')
    .toArray()
    .map(island => JSON.parse($(island).attr('data-props') ?? ''));
  expect(read).toHaveLength(written.length);
  expect(JSON.stringify(read)).toContain(JSON.stringify(payload).slice(1, -1));
}

test('T18: an administrator’s email address that contains markup is shown as text', async () => {
  // The markup that a URL can contain: quotes and entities.
  const email = "a'onerror=1&lt@x.example";
  const { browser } = await openPortal({ accounts: [dana({ email, name: '' })] });
  for (const page of pages) {
    const { text } = await browser.get(page);
    expect(findInjections(text)).toEqual([]);
    expect(load(text)('header').text()).toContain(email);
  }
});

test('T21 P147: an account ID in a form or a URL is ignored', async () => {
  const { portal, browser } = await openPortal({ accounts: [dana(), eve()] });
  const evil = { entityId: 'evil', companyId: 'evil-cards', email: 'eve@evil.example', tenant: 'evil' };
  const query = new URLSearchParams(evil);
  for (const page of [...pages, ...downloads]) await browser.get(`${page}?${query}`);
  for (const path of requests) await browser.post(`${path}?${query}`, evil);
  const calls = portal.calls.map(({ line }) => line);
  expect(calls).toContain('POST /portal/companies/acme-cards/export');
  expect(calls.filter(line => line.includes('evil'))).toEqual([]);
});

test.each([
  ['only a line break', '\r\n'],
  ['a header line', 'a\r\nHost: evil.example'],
  ['1,000 letters', 'x'.repeat(1000)],
  ['1,001 letters', 'x'.repeat(1001)],
  ['a path', 'acme/../../evil'],
  ['a question mark', 'a?b'],
  ['only one dot', '.'],
  ['only two dots', '..'],
  ['no letters', ''],
])(
  'T23: an account ID with %s is escaped to one path segment, or no call is made',
  async (_case, entityId) => {
    const { portal, browser } = await openPortal();
    portal.faults.on('portalUsers', details({ roles: [2, 3].map(product => ({ product, entityId })) }));
    portal.faults.on(statsCalls, json({ userStats: [] }));
    for (const page of pages) expect((await browser.get(page)).status).toBe(200);
    for (const path of topUps) await browser.post(path);
    const id = encodeURIComponent(entityId);
    const expected = ['scanneraccount', 'companies'].flatMap(kind =>
      ['', '.', '..'].includes(entityId.trim()) || entityId.length > 1000
        ? []
        : [`GET /portal/${kind}/${id}/stats`, `POST /portal/${kind}/${id}/topup`],
    );
    const calls = new Set(portal.calls.map(({ line }) => line));
    expect([...calls].filter(line => line !== 'GET /portalusers').toSorted()).toEqual(expected.toSorted());
  },
);

test('T24: the portal never follows a backend’s redirect to another host', async () => {
  const elsewhere = await startOtherHost();
  for (const calls of [['magicLink'], ['portalUsers'], statsCalls, requestCalls, removalCalls] as const) {
    const { portal, browser } = await openPortal();
    portal.faults.on(calls, redirect(`${elsewhere.origin}/stolen`));
    await browser.post('/login', { email: DANA });
    for (const address of [...pages, ...downloads]) await browser.get(address);
    for (const path of requests) await browser.post(path);
    await browser.post(paths.revokeLicense, { licenseId: 'U-1', email: ADA });
    await browser.post(paths.deactivateCard, { cardId: 'c1', email: ADA });
    expect(calls.every(call => portal.faults.attempts(call) > 0)).toBe(true);
    expect(browser.responses.at(-1)?.status).toBe(303);
    expect(browser.cookieName('session')).not.toBe('');
  }
  await elsewhere.close();
  expect(elsewhere.requests).toEqual([]);
});

const known: readonly string[] = Object.values(paths);

/** Returns a response’s redirect target if it is not a page of the portal; otherwise undefined. */
function foreignRedirect({ headers }: { headers: Record<string, string | undefined> }): string | undefined {
  const to = headers.location ?? headers.refresh?.replace('2; url=', '');
  const path = to?.split(/[?#]/)[0] ?? paths.home;
  return known.includes(path) ? undefined : to;
}

test('T25: with a foreign Host header, a whole journey only redirects within the portal', async () => {
  const { portal } = await openPortal({ as: null, environment: { TRUST_PROXY: '1' } });
  const { responses } = await wholeJourney(portal, {
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    Referer: 'http://evil.example/',
  });
  expect(responses.flatMap(answer => foreignRedirect(answer) ?? [])).toEqual([]);
  const locations = new Set(responses.map(({ headers }) => headers.location?.split(/[?#]/)[0]));
  expect([...locations].filter(Boolean).toSorted()).toEqual(
    [
      paths.login,
      paths.linkSent,
      paths.compare,
      paths.finishSignIn,
      paths.home,
      paths.dashboard,
      paths.leadCapture,
      paths.cards,
      paths.askFirst,
      paths.removalJob,
    ].toSorted(),
  );
});

test.each(['//evil.example', '/\\evil.example'])(
  'T25: a foreign URL in parameters or paths is never a redirect target: %s',
  async evil => {
    const { portal, browser } = await openPortal();
    const query = ['next', 'from', 'returnTo', 'continueUrl', 'redirect', 'url', 'q', 'revoke']
      .map(name => `${name}=${encodeURIComponent(evil)}&${name}=${evil}`)
      .join('&');
    for (const visitor of [browser, portal.browser()]) {
      for (const path of known) {
        await visitor.get(`${path}?${query}`, { Host: 'evil.example' });
        if (path !== paths.logout) await visitor.post(`${path}?${query}`, { next: evil, from: evil });
      }
      for (const path of [`${evil}/..`, `/${evil}/%2e%2e`, `${evil}/dashboard`]) {
        if (path.startsWith('/')) await visitor.get(path);
      }
      await visitor.post(`${paths.logout}?${query}`, { next: evil });
    }
    portal.advanceClock(13 * 60 * 60_000);
    await browser.signIn();
    portal.advanceClock(13 * 60 * 60_000);
    // The address of a page to return to has at most 300 characters.
    await browser.get(`/leads-capture?next=${encodeURIComponent(evil)}`);
    const again = await browser.signIn();
    expect(again.headers.refresh).toMatch(/^2; url=\/leads-capture\?/);
    const responses = browser.responses;
    expect(responses.flatMap(answer => foreignRedirect(answer) ?? [])).toEqual([]);
    expect(responses.filter(({ headers }) => headers.location).length).toBeGreaterThan(5);
  },
);

describe('T28: after a whole journey', () => {
  let portal: TestPortal;
  let journey: Journey;
  beforeAll(async () => {
    ({ portal } = await openPortal({ as: null, environment: { LOG_LEVEL: 'trace' }, until: 'file' }));
    journey = await wholeJourney(portal, { Referer: 'http://evil.example/?oobCode=x' });
  });

  test('each line of the log is one JSON object without secrets and personal data', () => {
    const { secrets, responses } = journey;
    expect(secrets.length).toBeGreaterThan(8);
    const lines = portal.log().trimEnd().split('\n');
    // Audit lines name the company by its ID (T49).
    const log = portal.log().replaceAll(/"entity":"acme(-cards)?"/g, '');
    expect(lines.length).toBeGreaterThan(responses.length);
    for (const line of lines) expect(JSON.parse(line)).toEqual(expect.any(Object));

    const kinds = ['Bearer', 'eyJ', 'AMf-', 'oobCode', '@', '%40', 'acme', 'evil', 'session=', 'forged line'];
    const searches = [
      '?',
      'cleo',
      'leadsTotal',
      'secret-search',
      'cannot find',
      'upstream-secret',
      'upstream secret',
      'Whitfield',
    ];
    for (const secret of [...secrets, ...kinds, ...searches]) {
      expect([secret, log.toLowerCase().includes(secret.toLowerCase())]).toEqual([secret, false]);
    }
  });

  test('every response has a unique request ID, and the log has one line for each', () => {
    const ids = journey.responses
      .filter(({ request: { url } }) => !/\/(healthz|readyz)$/.test(url))
      .map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(ids.length);
    const logged = portal.logLines().filter(line => 'responseTime' in line);
    expect(new Set(logged.map(({ reqId }) => reqId))).toEqual(new Set(ids));
  });

  test('P196: sign-ins, failures and rejected requests are in the log', () => {
    const messages = portal.logLines().map(({ msg }) => msg);
    for (const message of [
      'Failed to send magic link. Please try again.',
      'Sign-in failed',
      'Signed in',
      'User details not available',
      'Failed to request lead capture licenses',
      'Token not renewed; the current one is still valid',
      'User not authenticated',
      'Request refused',
    ]) {
      expect(messages).toContain(message);
    }
  });
});

test('T29: long or malicious URLs, searches and emails are answered', async () => {
  // Backtracking would take longer than the test may.
  const backtracking = license({ appId: `${'a'.repeat(60)}!`, email: 'backtracking@acme.example' });
  const many = dana({ scanner: scanner({ licenses: [...licenses(500), backtracking] }) });
  const { portal, browser } = await openPortal({ accounts: [many] });
  await browser.get(paths.leadCapture);
  const expectAnswer = async (what: string, expected: number, answer: Promise<{ status: number }>) =>
    expect([what, (await answer).status]).toEqual([what, expected]);
  for (const path of [paths.leadCapture, paths.cards, ...downloads]) {
    await expectAnswer(`${path}, 10 KB`, 200, browser.get(`${path}?q=${'a'.repeat(10_000)}`));
    for (const text of ['(a+)+$', '^(.*a){20}$', '[\\']) {
      const query = `q=${encodeURIComponent(text)}&nq=${encodeURIComponent(text)}`;
      await expectAnswer(`${path}, ${text}`, 200, browser.get(`${path}?${query}`));
    }
  }
  const link = '/finishsignup?mode=signIn&apiKey=k&oobCode=c';
  for (const [path, expected, email] of [
    [paths.login, 413, 'a@'.repeat(50_000)],
    [paths.login, 400, 'a@'.repeat(4000)],
    [paths.login, 400, `${'a'.repeat(12_000)}@`],
    [link, 413, 'a@'.repeat(50_000)],
    [link, 400, 'a@'.repeat(4000)],
  ] as const) {
    await expectAnswer(`${path}, ${email.length} characters`, expected, browser.post(path, { email }));
  }
  expect(portal.identity.calls).toEqual([]);
});

test.each([
  'q=a&q=b',
  'nq[x]=1&q.y=2&__proto__=1&constructor=2&__proto__[q]=1',
  'sort=constructor&dir=__proto__&field=toString&ndir=valueOf',
  'sort=name&sort=name&dir=asc&dir=asc',
  'page=-1&npage=NaN',
  'revoke=__proto__&deactivate=constructor&dialog=toString',
  'excel=1&excel=2&visits=1&visits=2&toast=a&toast=b',
])('T30 P20: every page and download ignores malformed parameters: ?%s', async query => {
  const { portal, browser } = await openPortal();
  portal.advanceClock(2 * 60_000);
  const shape = (html: string) => [
    load(html)('main td, main li code').text(),
    load(html)('[aria-sort], dialog[open]').length,
  ];
  for (const page of pages) {
    const plain = await browser.get(page);
    await browser.visit(`${page}?${query}`);
    expect([page, browser.status]).toEqual([page, 200]);
    expect(shape(browser.response.text)).toEqual(shape(plain.text));
  }
  for (const path of downloads) {
    const [plain, odd] = [await browser.get(path), await browser.get(`${path}?${query}`)];
    expect([path, odd.status, odd.text]).toEqual([path, 200, plain.text]);
  }
  expect((await portal.browser().get(`/login?${query}`)).status).toBe(200);
});

test.each([
  ['/%E0%A4%A', 400],
  ['/leads-capture/%E0%A4%A', 400],
  ['/assets/%E0%A4%A', 400],
  ['/%', 400],
  ['/dashboard%zz', 400],
  ['/assets/../server.js', 404],
  ['/assets/%2e%2e/%2e%2e/package.json', 404],
  ['/.env', 404],
  ['/manifest.json', 404],
  ['/constructor', 404],
  ['/__proto__', 404],
  // A cache could take these for static files.
  ['/dashboard/x.css', 404],
  ['/dashboard%2fx.css', 404],
  ['/leads-capture/x.js', 404],
  ['/dashboard;x.css', 404],
  ['/assets/x.css', 404],
])(
  'T26 T31: an unknown or malformed URL gets an error page, signed in or not: %s',
  async (address, expected) => {
    const { portal, browser } = await openPortal();
    for (const visitor of [browser, portal.browser()]) {
      const { status: code, type, headers, text } = await visitor.get(address);
      expect({ code, type, ...headers }).toMatchObject({
        code: expected,
        type: 'text/html',
        'cache-control': 'no-store, no-transform',
        ...securityHeaders,
      });
      expect(load(text)('main a').attr('href')).toBe(paths.dashboard);
      expect(text).not.toMatch(/URIError|decode|ada@acme\.example/);
    }
    expect(portal.calls.filter(({ call }) => call !== 'portalUsers')).toEqual([]);
  },
);

/** The requirement of each route's handlers; undefined for a route without a session. */
function requirements(portal: TestPortal) {
  return routes(portal.dependencies).stack.flatMap(({ route }) => {
    const handler = route?.stack.at(-1);
    const requires: unknown = handler && 'requires' in handler.handle ? handler.handle.requires : undefined;
    return handler ? { path: String(route?.path), method: handler.method, requires } : [];
  });
}

test('T52: every route with data of a company requires a role', async () => {
  const { portal } = await openPortal();
  const open = requirements(portal).filter(({ requires }) => requires === undefined);
  expect([...new Set(open.map(({ path }) => path))]).toEqual([
    ...[paths.login, paths.linkSent, paths.finishSignIn, paths.logout],
  ]);
  const withSession = requirements(portal).filter(({ requires }) => requires === 'session');
  expect(withSession.map(({ path, method }) => `${method} ${path}`)).toEqual([
    ...[`get ${paths.home}`, `get ${paths.dashboard}`, `post ${paths.addCard}`],
    ...['get /leavers', `get ${paths.inviteQrCode}`, `post ${paths.stopRemoval}`, 'get /.*/'],
  ]);
});

test('T52: without a role, every route that requires one says so, and calls no backend of a product', async () => {
  const { portal, browser } = await openPortal({ accounts: [dana({ roles: [] })] });
  for (const { path, method, requires } of requirements(portal)) {
    if (requires !== 'role' && requires !== 'role of its product') continue;
    if (method === 'post') await browser.submit(path, [['license', 'U-1']]);
    else await browser.visit(path);
    expect([path, browser.text()]).toEqual([
      path,
      expect.stringMatching(/No product activated|Not Activated|No access|no longer available/i),
    ]);
  }
  expect([...new Set(portal.calls.map(({ line }) => line))]).toEqual(['GET /portalusers']);
});

import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import { methodsOf } from '../../../server/http/error-handler';
import { routes } from '../../../server/routes';
import { paths, requestLicensesPath } from '../../../shared/paths';
import { MINUTE_MS } from '../../../shared/units';
import { kindOfCookie } from '../../support/browsers/http-client';
import { review } from '../../support/browsers/removals';
import { formPaths } from '../../support/portal/form-paths';
import { openPortal } from '../../support/portal/portal';

/** Proxies such as nginx have 4,096 bytes for the headers of a response, and add some of their own. */
const HEADERS_LIMIT_BYTES = 3600;

const HTTPS = { PUBLIC_URL: 'https://portal.example', TRUST_PROXY: '1' };
const FIELDS = {
  email: 'ada@acme.example',
  licenseId: 'U-1',
  cardId: 'c1',
  license: 'U-1',
  people: 'ada@acme.example',
};

function headerBytes(response: Response): number {
  const { rawHeaders, statusCode, statusMessage } = Reflect.get(response, 'res') as IncomingMessage;
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  return Buffer.byteLength([`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '\r\n'].join('\r\n'));
}

async function measure(tokenBytes: number): Promise<Record<string, number>> {
  const { portal } = await openPortal({
    as: null,
    environment: HTTPS,
    headers: { 'X-Forwarded-Proto': 'https', 'Accept-Encoding': 'gzip' },
  });
  portal.identity.tokenBytes = tokenBytes;
  const bytes: Record<string, number> = {};
  const note = async (name: string, response: Promise<Response>) => {
    bytes[name] = headerBytes(await response);
  };
  const visitor = portal.browser();
  await note('GET /finishsignup', visitor.get(await portal.unrequestedLink()));
  await note('POST /login', visitor.post(paths.login, { email: 'dana@acme.example' }));
  // The longest redirect, and a toast, are for somebody whose action was interrupted.
  const search = `q=${'x'.repeat(200)}&field=email&sort=leadsTotal&dir=asc`;
  await note('POST, signed out', visitor.post(`/leads-capture/revoke?${search}`, FIELDS));
  await note('POST /finishsignup', visitor.post(portal.latestLink('dana@acme.example'), FIELDS));
  await note('GET, after an interruption', visitor.get(`/leads-capture?${search}`));

  const long = `q=${'ada@acme.example, '.repeat(100)}`;
  await note('POST, a long search', visitor.copy().post(`/leads-capture/request-licenses?${long}`, FIELDS));
  await note('GET, a long search', visitor.copy().get(`/leads-capture?${long}&page=1`));

  const forms = formPaths(portal.dependencies);
  for (const path of methodsOf(routes(portal.dependencies)).keys()) {
    await note(`GET ${path}`, visitor.copy().get(path));
    // The others are above and below.
    if (forms.includes(path) && ![paths.login, paths.finishSignIn, paths.logout].includes(path as never))
      await note(`POST ${path}`, visitor.copy().post(path, FIELDS));
  }
  portal.advanceClock(2 * MINUTE_MS);
  await note('GET /dashboard, later', visitor.copy().get(paths.dashboard));
  // The session gets everything that it can store: a removal, two requests for licenses, and toasts for the next page.
  for (const path of [paths.leadCapture, paths.cards]) await visitor.post(requestLicensesPath(path));
  await review(visitor, ['U-2']);
  const confirm = visitor.form('Revoke 1 license');
  await visitor.post(confirm.action, confirm.fields);
  const download = `/leads-capture/licenses.csv?q=${'n'.repeat(200)}`;
  portal.advanceClock(52 * MINUTE_MS);
  for (let times = 0; times < 5; times++) await visitor.post('/leads-capture/revoke', FIELDS);
  portal.advanceClock(MINUTE_MS + 1);
  const renewing = {
    'GET /leads-capture': () => visitor.copy().get(`/leads-capture?${search}`),
    'GET /leads-capture/licenses.csv': () => visitor.copy().get(download),
    'POST /leads-capture/revoke': () => visitor.copy().post(`/leads-capture/revoke?${search}`, FIELDS),
  };
  for (const [name, send] of Object.entries(renewing)) await note(`${name}, with new tokens`, send());
  await note('GET /dashboard, with new tokens', visitor.get(paths.dashboard));
  await note('POST with a toast and new tokens', visitor.post('/leads-capture/revoke', FIELDS));
  const searches = `q=${encodeURIComponent('李'.repeat(200))}&nq=${encodeURIComponent('李'.repeat(200))}`;
  await note('GET, with two long searches', visitor.get(`${paths.cards}?dir=desc&${searches}`));
  const request = `${requestLicensesPath(paths.cards)}?${searches}`;
  await note('POST, with two long searches', visitor.post(request));
  // A new sign-in removes everything of the earlier session.
  for (let times = 0; times < 5; times++) await visitor.post('/leads-capture/revoke', FIELDS);
  const link = await portal.unrequestedLink('dana@acme.example');
  await visitor.post(paths.login, { email: 'dana@acme.example' });
  await note('POST /finishsignup, signed in', visitor.post(link, FIELDS));
  const left = [...visitor.cookies.keys()];
  await note('GET, after a second sign-in', visitor.get(paths.dashboard));
  expect(left.length).toBeGreaterThan(visitor.cookies.size);
  expect([...visitor.cookies.keys()].map(kindOfCookie)).toEqual(['tokens', 'session', 'session.sig']);
  await note('POST /logout', visitor.post(paths.logout));
  return bytes;
}

test('T14: every response has less than 3,600 bytes of headers if an ID token has 1,320 bytes', async () => {
  const bytes = await measure(1320);
  expect(Object.keys(bytes).length).toBeGreaterThan(40);
  expect(Object.entries(bytes).filter(([, size]) => size >= HEADERS_LIMIT_BYTES)).toEqual([]);
});

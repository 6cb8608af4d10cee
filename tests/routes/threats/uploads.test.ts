import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { paths } from '../../../shared/paths';
import type { HttpClient } from '../../support/browsers/http-client';
import { dana, eve } from '../../support/data/accounts';
import { formPaths } from '../../support/portal/form-paths';
import { openPortal, type PortalOptions } from '../../support/portal/portal';
import { eventually } from '../../support/time/eventually';

const URLENCODED = 'application/x-www-form-urlencoded';

/** Starts a portal over HTTP, where forms can be sent in part. */
async function startUploads(options: PortalOptions = {}) {
  const { portal, browser } = await openPortal(options);
  const { port } = portal;
  return {
    portal,
    browser,
    /** Starts to send a form of unknown length to each path. Returns the unanswered forms, and the answers. */
    start({ cookie }: HttpClient, forms: readonly Form[]) {
      const pending = new Set<ClientRequest>();
      const answers: IncomingMessage[] = [];
      for (const { path, type } of forms) {
        const headers = { cookie, 'content-type': type };
        const sent = request({ port, method: 'POST', path, headers }).on('error', () => {});
        pending.add(sent);
        sent.on('response', answer => {
          pending.delete(sent);
          answers.push(answer);
        });
        sent.flushHeaders();
      }
      return { pending, answers };
    },
  };
}

interface Form {
  readonly path: string;
  readonly type: string;
}

const people: Form = { path: paths.compare, type: 'multipart/form-data; boundary=x' };
const rows: Form = { path: paths.reviewRemovals, type: URLENCODED };

const review = (browser: HttpClient) => browser.post(paths.reviewRemovals, { license: 'U-1' });

test.each([
  ['a small form', paths.logout, '', paths.login],
  ['a form of many rows', paths.reviewRemovals, 'license=U-1', paths.reviewRemovals],
])('T31: %s of unknown length is accepted, however early it arrives', async (_case, path, form, location) => {
  const { portal, browser } = await openPortal();
  const headers = { cookie: browser.cookie, 'content-type': URLENCODED, 'transfer-encoding': 'chunked' };
  const sent = request({ port: portal.port, method: 'POST', path, headers });
  // It has arrived before the session is opened.
  sent.end(form);
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  expect(answer?.statusCode).toBe(303);
  expect(answer?.headers.location).toContain(location);
});

test('T61: an administrator has two unfinished uploads at most, in however many sessions, and others are not affected', async () => {
  const { portal, browser, start } = await startUploads({ accounts: [dana(), eve()] });
  const other = await portal.signedIn(eve().email);
  const { pending, answers } = start(browser, [people, rows, rows]);
  await eventually('one of them is refused', async () => answers.length > 0);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([429]);
  const { status, headers, text } = await review(await portal.signedIn());
  expect(status).toBe(429);
  expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store, no-transform' });
  expect(load(text)('main').text()).toMatch(
    /Too many forms at once.*still arriving.*go back and send it again/,
  );
  expect(load(text)('main').text()).not.toMatch(/sign in/i);
  expect((await browser.get(paths.leadCapture)).status).toBe(200);
  expect((await review(other)).status).toBe(303);

  const [canceled, finished] = pending;
  canceled?.destroy();
  await eventually('there is room again', async () => (await review(browser)).status === 303);
  finished?.end();
  await eventually('the other one is answered', async () => answers.length === 2);
});

test('T61: all administrators together have eight unfinished uploads at most', async () => {
  const accounts = Array.from({ length: 5 }, (_, index) =>
    dana({ email: `dana${index}@acme.example`, roles: [{ product: 2, entityId: `acme-${index}` }] }),
  );
  const { portal, browser, start } = await startUploads({ accounts });
  const started: ReturnType<typeof start>[] = [];
  for (const { email } of accounts) started.push(start(await portal.signedIn(email), [people, people]));
  const answers = () => started.flatMap(each => each.answers.map(({ statusCode }) => statusCode));
  await eventually('two of them are refused', async () => answers().length === 2);
  expect(answers()).toEqual([429, 429]);
  expect((await browser.get(paths.leadCapture)).status).toBe(200);

  for (const { pending } of started) for (const upload of pending) upload.destroy();
  await eventually('there is room again', async () => (await review(browser)).status === 303);
});

test('T61: a process reads 256 small forms at once, and refuses the next one until there is room', async () => {
  const { portal, browser, start } = await startUploads();
  const form: Form = { path: paths.logout, type: URLENCODED };
  const { pending, answers } = start(browser, Array<Form>(257).fill(form));
  await eventually('one of them is refused', async () => answers.length === 1);
  expect(answers[0]).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } });
  const another = await portal.browser().post(paths.logout, {});
  expect([another.status, load(another.text)('h1').text()]).toEqual([503, 'Too many forms at once']);
  for (const unfinished of pending) unfinished.destroy();
  await eventually('there is room again', async () => {
    return (await portal.browser().post(paths.logout, {})).status !== 503;
  });
});

test('T52: a large form is read only for an administrator with a role', async () => {
  const { portal, browser } = await openPortal({ accounts: [dana({ roles: [] })] });
  const { port } = portal;
  const open: readonly string[] = [paths.login, paths.finishSignIn, paths.logout];
  for (const path of formPaths(portal.dependencies).filter(each => !open.includes(each))) {
    // Only the headers are sent: the portal answers without the form.
    const answerTo = async (cookie: string) => {
      const headers = { cookie, 'content-type': URLENCODED, 'content-length': 500_000 };
      const sent = request({ port, method: 'POST', path, headers }).on('error', () => {});
      sent.flushHeaders();
      const [answer] = await once(sent, 'response');
      sent.destroy();
      return [path, answer.statusCode, answer.headers.location];
    };
    const withoutRole = [
      [path, 303, paths.dashboard],
      [path, 413, undefined],
    ];
    expect(withoutRole).toContainEqual(await answerTo(browser.cookie));
    expect(await answerTo('')).toEqual([path, 302, paths.login]);
  }
  expect(portal.calls.filter(({ call }) => call !== 'portalUsers')).toEqual([]);
  const { headers } = await browser.post(paths.reviewRemovals, { license: 'U-1' });
  expect(headers.location).toBe(paths.dashboard);
  expect(load((await browser.get(paths.dashboard)).text)('.toast').text()).toMatch(
    /No Scanner role found for user.*No Digital Business Cards access/s,
  );
});

import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { paths } from '../../../shared/paths';
import type { HttpClient } from '../../support/browsers/http-client';
import { dana } from '../../support/data/accounts';
import { formPaths } from '../../support/portal/form-paths';
import { openPortal } from '../../support/portal/portal';
import { eventually } from '../../support/time/eventually';

const URLENCODED = 'application/x-www-form-urlencoded';

/** Starts a portal over HTTP, where forms can be sent in part. */
async function startUploads() {
  const { portal, browser } = await openPortal();
  const { port } = await portal.serve();
  return {
    portal,
    browser,
    /** Starts to send a form of unknown length to each path. Returns those that are not answered yet, and the answers. */
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

const people: Form = { path: paths.leavers, type: 'multipart/form-data; boundary=x' };
const rows: Form = { path: paths.reviewRemovals, type: URLENCODED };

const review = (browser: HttpClient) => browser.post(paths.reviewRemovals, { license: 'U-1' });

test('T61: a session has two unfinished uploads at most, and other sessions are not affected', async () => {
  const { portal, browser, start } = await startUploads();
  const other = await portal.signedIn();
  const { pending, answers } = start(browser, [people, rows, rows]);
  await eventually('one of them is refused', async () => answers.length > 0);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([429]);
  const { status, headers, text } = await review(browser);
  expect(status).toBe(429);
  expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
  expect(load(text)('h1').text()).toBe('Too many requests');
  expect((await browser.get(paths.leadCapture)).status).toBe(200);
  expect((await review(other)).status).toBe(303);

  const [canceled, finished] = pending;
  canceled?.destroy();
  await eventually('there is room again', async () => (await review(browser)).status === 303);
  finished?.end();
  await eventually('the other one is answered', async () => answers.length === 2);
});

test('T61: all sessions together have 32 MB of unfinished uploads at most', async () => {
  const { portal, browser, start } = await startUploads();
  const started: ReturnType<typeof start>[] = [];
  for (let count = 0; count < 6; count++) {
    // Each may take 3 MB.
    started.push(start(await portal.signedIn(), [people, people]));
  }
  const answers = () => started.flatMap(each => each.answers.map(({ statusCode }) => statusCode));
  await eventually('two of them are refused', async () => answers().length === 2);
  expect(answers()).toEqual([429, 429]);
  expect((await browser.get(paths.leadCapture)).status).toBe(200);
});

test('T52: a large form is read only for an administrator with a role', async () => {
  const { portal, browser } = await openPortal({ accounts: [dana({ roles: [] })] });
  const { port } = await portal.serve();
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

import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { freePort } from '../../../scripts/ports';
import { statsCalls } from '../../../scripts/sandbox/backend-calls';
import { createShared } from '../../../server/replicas/redis-shared';
import { createEndedSessions } from '../../../server/session/ended-sessions';
import { paths, requestLicensesPath } from '../../../shared/paths';
import { closeAfterTest } from '../../support/backends/stand-in-backend';
import { setCookies } from '../../support/browsers/http-client';
import { openPortal } from '../../support/portal/portal';
import { eventually } from '../../support/time/eventually';

test('P36 T40: after logout a copy of the cookie opens no page, and another browser stays signed in', async () => {
  const { portal, browser } = await openPortal();
  const other = portal.browser();
  await other.signIn();
  const copy = browser.copy();
  expect((await copy.get(paths.dashboard)).status).toBe(200);
  await browser.post(paths.logout);
  portal.calls.length = 0;
  for (const path of [paths.dashboard, '/leads-capture/licenses.csv']) {
    const response = await copy.get(path);
    expect([response.status, response.headers.location]).toEqual([302, paths.login]);
  }
  expect(portal.calls).toEqual([]);
  expect((await other.get(paths.dashboard)).status).toBe(200);
});

test('T40: a response that started before logout does not restore the session', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { portal, browser } = await openPortal();
  // The page sets the cookie because it shows a toast.
  await browser.post(requestLicensesPath(paths.leadCapture));
  const copy = browser.copy();
  portal.faults.on(statsCalls, ({ pass }) => void released.then(pass));
  const page = copy.get(paths.leadCapture);
  page.catch(() => {});
  portal.calls.length = 0;
  await eventually('the page waits for its list', async () =>
    portal.calls.some(({ line }) => line.endsWith('/stats')),
  );
  await browser.post(paths.logout);
  release();
  expect(setCookies(await page)).toEqual([]);
  expect((await copy.get(paths.dashboard)).status).toBe(302);
});

test('P201 T40: logout works while Redis is unavailable, and the failure is logged', async () => {
  const closed = await freePort();
  const { portal, browser } = await openPortal({
    replace({ config, logger }) {
      const address = { url: `redis://127.0.0.1:${closed}`, timeout: 1000 };
      const { endedSessions } = closeAfterTest(createShared(config, { address, logger }));
      return { endedSessions: createEndedSessions(endedSessions) };
    },
  });
  const copy = browser.copy();
  const { status, headers } = await browser.post(paths.logout);
  expect([status, headers.location]).toEqual([303, paths.login]);
  expect(browser.cookies.size).toBe(0);
  expect((await copy.get(paths.dashboard)).status).toBe(302);
  await eventually('the failure is logged', async () => portal.log().includes('Redis unavailable'));
});

test('T40: an ended session is forgotten once its cookie has expired', async () => {
  const ended = createEndedSessions();
  await ended.add('one', 1);
  await ended.add('two', 60_000);
  await wait(20);
  expect([await ended.has('one'), await ended.has('two'), await ended.has('three')]).toEqual([
    false,
    true,
    false,
  ]);
});

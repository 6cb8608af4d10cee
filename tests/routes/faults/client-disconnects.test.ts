import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { Call } from '../../../scripts/sandbox/backend-calls';
import * as faults from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import { dana, licenses, scanner } from '../../support/data/accounts';
import { openPortal, type PortalOptions, type TestPortal } from '../../support/portal/portal';
import { eventually } from '../../support/time/eventually';

/** Longer than any test, so that a call that ends was aborted. */
const LONG = { UPSTREAM_TIMEOUT_MS: '120000' };

async function connected({ environment, ...options }: PortalOptions = {}) {
  const { portal, browser } = await openPortal({ ...options, environment: { ...LONG, ...environment } });
  const { server, port } = portal;
  const { cookie } = browser;

  const send = (method: 'GET' | 'POST', path: string, body = '') => {
    const headers = {
      cookie,
      'cache-control': 'no-cache',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const sent = request({ port, method, path, headers }).on('error', () => {});
    sent.end(body);
    return sent;
  };
  return { portal, send, server };
}

const waitForCall = ({ faults }: TestPortal, call: Call) =>
  eventually(`${call} has arrived`, async () => faults.attempts(call) === 1);

test.each(['5', '60000'])(
  'a canceled page is no error in the log, whenever it is canceled (skeletons after %s ms)',
  async skeletonDelay => {
    const { portal, send, server } = await connected({
      environment: { SKELETON_DELAY_MS: skeletonDelay },
      accounts: [dana({ scanner: scanner({ licenses: licenses(2000) }) })],
    });
    for (const call of ['portalUsers', 'scannerStats', 'ecardStats'] as const)
      portal.faults.on(call, faults.latency(150));
    let [started, closed] = [0, 0];
    server.on('request', (_request, response) => {
      started++;
      response.once('close', () => closed++);
    });
    const addresses = [
      ...[paths.dashboard, '/leads-capture?q=a', paths.cards, paths.people, paths.askFirst, paths.compare],
      ...['/leads-capture/licenses.csv', '/people/people.csv'],
    ];
    await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        await wait(15 * at);
        const sent = send('GET', addresses[at % addresses.length] ?? '');
        await wait(5 * (at % 37));
        sent.destroy();
      }),
    );
    await eventually('all requests have ended', async () => closed === started);
    expect(portal.log()).toContain('request aborted');
    expect(portal.logLines().filter(({ level }) => Number(level) > 30)).toEqual([]);
  },
);

describe('a browser that disconnects', () => {
  test.each([
    ['the page', paths.leadCapture, 'scannerStats'],
    ['the dashboard', paths.dashboard, 'ecardStats'],
    ['the download', '/digital-business-cards/claimed-cards.csv', 'ecardStats'],
    ['a page that waits for the user details', paths.cards, 'portalUsers'],
  ] as const)(
    'F17.download F17.page: aborts the backend calls of %s, without a warning in the log',
    async (_case, path, call) => {
      const { portal, send } = await connected();
      portal.faults.on(call, faults.hang);
      const sent = send('GET', path);
      await waitForCall(portal, call);
      sent.destroy();
      await eventually('the portal aborts the call', async () =>
        portal.calls.every(({ end }) => end !== 'open'),
      );
      expect(portal.calls.filter(arrival => arrival.call === call)).toMatchObject([
        { end: 'closed by the portal' },
      ]);
      await eventually('the aborted call is logged', async () =>
        portal.log().includes('"reason":"abandoned"'),
      );
      await eventually('the aborted request is logged', async () => portal.log().includes('request aborted'));
      expect(portal.logLines().filter(({ level }) => Number(level) > 30)).toEqual([]);
    },
  );

  test.each(['portalUsers', 'scannerStats', 'scannerRevoke'] as const)(
    'F17.action: does not abort an action during the call %s',
    async call => {
      const { portal, send } = await connected();
      let answerCall = () => {};
      portal.faults.on(call, ({ pass }) => {
        answerCall = pass;
      });
      const sent = send('POST', paths.revokeLicense, 'licenseId=U-1&email=ada%40acme.example');
      await waitForCall(portal, call);
      sent.destroy();
      await eventually('the portal has noticed the disconnect', async () =>
        portal.log().includes('request aborted'),
      );
      portal.faults.off();
      answerCall();
      await eventually('the license is revoked', async () => {
        const { userStats } = JSON.parse(String(portal.store.stats('license', 'acme')));
        return userStats.every(({ appId }: { appId: string }) => appId !== 'U-1');
      });
      expect(portal.faults.attempts('scannerRevoke')).toBe(1);
    },
  );

  test('T38 T62: before a download that another tab has also requested, does not abort its call, and is not an error', async () => {
    const { portal, send } = await connected();
    let answerCall = () => {};
    portal.faults.on('scannerStats', ({ pass }) => {
      answerCall = pass;
    });
    const download = '/leads-capture/licenses.csv';
    const [canceled, other] = [send('GET', download), send('GET', download)];
    const answered = once(other, 'response');
    await waitForCall(portal, 'scannerStats');
    canceled.destroy();
    await eventually('the abort is logged', async () => portal.log().includes('request aborted'));
    answerCall();
    const [answer] = await answered;
    expect((await text(answer)).split('\r\n')).toHaveLength(5);
    await eventually('the other download is logged', async () => portal.log().includes('request completed'));
    expect(portal.logLines().filter(({ level }) => Number(level) > 30)).toEqual([]);
  });
});

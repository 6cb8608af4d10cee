import { expect, test } from '@jest/globals';
import type { Exchange } from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import { openPortal } from '../../support/portal/portal';
import { eventually } from '../../support/time/eventually';

const RELOAD_COUNT = 24;
const RELOAD_HEADERS = { 'Cache-Control': 'no-cache' };

test('T58: simultaneous reloads share one fetch, while a run of their session is in progress and after it has ended', async () => {
  let requested = 0;
  const { portal, browser } = await openPortal({
    at: paths.leadCapture,
    replace: ({ scanner }) => ({
      scanner: {
        ...scanner,
        stats(...call) {
          requested++;
          return scanner.stats(...call);
        },
      },
    }),
  });
  const removals: Exchange[] = [];
  portal.faults.on('scannerRevoke', exchange => removals.push(exchange));
  await browser.submit(`${paths.reviewRemovals}?of=license`, [
    ['license', 'U-1'],
    ['license', 'U-2'],
  ]);
  const { action, fields } = browser.form('Revoke 2 Licenses');
  await browser.post(action, fields);
  await eventually('the removals are in flight', async () => removals.length === 2);

  /** Reloads the list in many tabs at once. Returns the number of loads that this causes. */
  async function reload(): Promise<number> {
    const loads: Exchange[] = [];
    portal.faults.on('scannerStats', exchange => loads.push(exchange));
    requested = 0;
    const reloads = Array.from({ length: RELOAD_COUNT }, () =>
      // All of them carry the same cookie.
      browser.copy().get(paths.leadCapture, RELOAD_HEADERS),
    );
    await eventually('all have requested the list', async () => requested === RELOAD_COUNT);
    await eventually('the backend holds a load', async () => loads.length > 0);
    // A second load would arrive during another request.
    await portal.browser().visit(paths.login);
    portal.faults.on('scannerStats', ({ pass }) => pass());
    for (const { pass } of loads) pass();
    for (const { status } of await Promise.all(reloads)) expect(status).toBe(200);
    return loads.length;
  }

  expect(await reload()).toBe(1);
  // A removal during the reloads does not split their load.
  removals[0]?.pass();
  expect(await reload()).toBe(1);
  removals[1]?.pass();
  const { runs } = portal.dependencies.removals;
  const userId = 'user-dana@acme.example';
  await eventually('the run has ended', async () => (await runs.current(userId)) === undefined);
  expect(await reload()).toBe(1);
  await browser.visit(paths.leadCapture);
  expect(browser.rows('Activated licenses')).toHaveLength(1);
});

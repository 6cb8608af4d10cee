import { expect, test } from '@jest/globals';
import { adminOf } from '../../scripts/bench/environment';
import { readRows, views } from '../../scripts/bench/pages';
import { runProgram, script } from '../../scripts/bench/processes';
import { atEndOf } from '../support/end';
import { openPortal } from '../support/portal/portal';

/** Starts a program of the benchmark until the test ends. Returns its origin. */
async function start(name: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const headers = { authorization: 'Bearer tenant:acme-100', cookie: 'token=tenant:acme-100' };
  const { origin, end } = await runProgram(script(`bench/${name}.ts`), {
    env,
    path: '/portalusers',
    headers,
  });
  atEndOf('test', end);
  return origin;
}

test("the benchmark's floor shows the same rows in the Lead Capture page as the portal", async () => {
  const backend = await start('backend');
  const { portal } = await openPortal({
    as: null,
    environment: { PORTAL_API_URL: backend, SCANNER_API_DEMO_URL: backend, ECARD_API_DEMO_URL: backend },
  });
  const { port } = await portal.serve();
  const origin = `http://127.0.0.1:${port}`;
  const { cookie } = await portal.signedIn(adminOf(10_000));
  const page = await fetch(`${origin}/leads-capture`, { headers: { cookie } });
  const floor = await start('floor', { BACKEND: backend, PAGE: await page.text() });
  for (const view of views) {
    const rows = await readRows(floor, view, 'token=tenant:acme-10000');
    expect(rows.length).toBeGreaterThan(5);
    expect([view, rows]).toEqual([view, await readRows(origin, view, cookie)]);
  }
});

import { expect, test } from '@jest/globals';
import { status } from '../../../scripts/sandbox/faults';
import { createPrometheusMetrics } from '../../../server/telemetry/prometheus';
import { paths } from '../../../shared/paths';
import { closeAfterTest } from '../../support/end';
import { openPortal } from '../../support/portal/portal';
import { eventually } from '../../support/time/eventually';

/** Starts a portal with metrics, and a browser that has signed in. Returns their values by line. */
async function open() {
  const metrics = createPrometheusMetrics();
  const served = closeAfterTest(await metrics.listen({ metricsPort: 0, metricsHost: '127.0.0.1' }));
  const { portal, browser } = await openPortal({ metrics, as: null });
  await browser.signIn();
  const read = async () => (await fetch(`http://127.0.0.1:${served.port}/metrics`)).text();
  const values = async () => {
    const samples = (await read()).matchAll(/^(\w.*) (\S+)$/gm);
    return Object.fromEntries([...samples].map(([, name = '', value]) => [name, Number(value)]));
  };
  return { portal, browser, served, read, values };
}

test('sign-ins, requests, backend calls, errors, downloads and their rows are counted', async () => {
  const { portal, browser, values } = await open();
  await browser.get(paths.leadCapture);
  await browser.get('/leads-capture/licenses.csv');
  await browser.head('/leads-capture/licenses.csv');
  await browser.get('/leads-capture/non-activated-licenses.csv');
  await browser.get('/nothing');
  portal.faults.on('ecardStats', status(500));
  expect((await browser.get('/digital-business-cards/claimed-cards.csv')).status).toBe(502);
  await browser.get(paths.healthz);

  const request = (method: string, route: string, status: number) =>
    `portal_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;
  await eventually(
    'all are counted',
    async () => request('GET', '/digital-business-cards/claimed-cards.csv', 502) in (await values()),
  );
  const counted = await values();
  expect(counted).toMatchObject({
    portal_sessions_opened_total: 1,
    [request('GET', paths.leadCapture, 200)]: 1,
    [request('GET', '/leads-capture/licenses.csv', 200)]: 1,
    [request('POST', paths.finishSignIn, 200)]: 1,
    [request('GET', 'other', 404)]: 1,
    'portal_exports_total{list="licenses-export"}': 1,
    'portal_exported_rows_total{list="licenses-export"}': 3,
    'portal_exports_total{list="non-activated-licenses-export"}': 1,
    'portal_exported_rows_total{list="non-activated-licenses-export"}': 2,
    'portal_errors_total{kind="BackendError"}': 1,
    'portal_backend_call_duration_seconds_count{call="magic link",outcome="ok"}': 1,
    'portal_backend_call_duration_seconds_count{call="ecard stats",outcome="status"}': 1,
  });
  expect(
    counted['portal_backend_call_duration_seconds_count{call="scanner stats",outcome="ok"}'],
  ).toBeGreaterThan(0);
  expect(counted).toHaveProperty('nodejs_eventloop_lag_p99_seconds');
  expect(Object.keys(counted).filter(name => /healthz|exports_total\{list="digital/.test(name))).toEqual([]);
});

test('no label contains personal data or values that clients choose', async () => {
  const { portal, browser, read } = await open();
  const series = async () => (await read()).split('\n').filter(line => /^portal_/.test(line)).length;
  const visit = async (name: string) => {
    await browser.get(`${paths.leadCapture}?q=${name}&revoke=${name}`);
    await browser.get(`/${name}`);
    await browser.get(`/assets/${name}.js`);
    await browser.get(`/leads-capture/licenses.csv?q=${name}`);
    await browser.post(paths.revokeLicense, { licenseId: name });
    await portal.browser().get(`/finishsignup?oobCode=${name}`);
    await portal.browser().post(`/${name}`, {}, { 'Sec-Fetch-Site': 'cross-site' });
  };
  await visit('made-up-0');
  const before = await series();
  for (let time = 1; time < 5; time++) await visit(`made-up-${time}`);
  expect(await series()).toBe(before);
  expect(await read()).not.toMatch(/made-up|@|acme|dana|U-1/);
});

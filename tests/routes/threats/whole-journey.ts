import type { Response } from 'supertest';
import { removalCalls, requestCalls, statsCalls } from '../../../scripts/sandbox/backend-calls';
import { content, json, redirect, reset, status } from '../../../scripts/sandbox/faults';
import { paths, requestLicensesPath } from '../../../shared/paths';
import { MINUTE_MS } from '../../../shared/units';
import { downloadPaths } from '../../support/data/download-paths';
import type { TestPortal } from '../../support/portal/portal';

const DANA = 'dana@acme.example';

export interface Journey {
  readonly responses: readonly Response[];
  /** Its secrets, which must not leak: tokens, cookies, the link's code. */
  readonly secrets: readonly string[];
}

/**
 * Runs all actions of an administrator, including many failures: calls that backends
 * reject or garble, an identity provider that is not available, the end of the session.
 */
export async function wholeJourney(
  portal: TestPortal,
  headers: Record<string, string> = {},
): Promise<Journey> {
  const secrets: string[] = [];
  const browser = portal.browser(headers);
  const stranger = portal.browser(headers);

  await signIn();
  await visitPages();
  await submitForms();
  await withBrokenBackends();
  await endSession();
  secrets.push(...portal.calls.flatMap(({ authorization }) => authorization?.replace('Bearer ', '') ?? []));
  return { responses: [...browser.responses, ...stranger.responses], secrets };

  async function signIn() {
    await browser.get('/');
    await browser.get('/leads-capture?q=cleo');
    await browser.post('/login', { email: 'nobody@acme.example' });
    await browser.post('/login', { email: 'dana@acme.example\r\n{"level":60,"msg":"forged line"}' });
    await browser.post('/login', { email: DANA });
    secrets.push(...browser.cookies.values());
    const link = portal.latestLink(DANA);
    secrets.push(new URLSearchParams(link).get('oobCode') ?? link);
    await browser.get('/finishsignup?mode=signIn&apiKey=k');
    await browser.get(link);
    portal.identity.failure = 'rejects';
    await browser.post(link);
    portal.identity.failure = 'is unavailable';
    await browser.post(link);
    portal.identity.failure = undefined;
    await browser.post(link);
    await browser.get(link);
    await stranger.post(link, { email: 'eve@evil.example' });
    await stranger.get('/dashboard?q=secret-search');
  }

  async function visitPages() {
    for (const path of [...Object.values(paths), ...downloadPaths]) await browser.get(path);
    await browser.get('/leads-capture?q=cleo%40acme.example&sort=leadsTotal&revoke=U-1');
    await browser.get(`/leads-capture/licenses.csv?q=cleo`);
    await browser.get(`/digital-business-cards/claimed-cards.csv?q=ada&toast=m1k2`);
    await browser.get('/nothing?email=dana%40acme.example');
    await browser.get('/a%0d%0a{"msg":"forged%20line"}');
  }

  async function submitForms() {
    for (const [path, fields] of [
      [paths.revokeLicense, { licenseId: 'not-mine' }],
      [paths.revokeLicense, { licenseId: 'U-1', email: DANA }],
      [paths.revokeLicense, { licenseId: 'U-1', email: 'ada@acme.example' }],
      [paths.deactivateCard, { cardId: 'c1', email: 'ada@acme.example' }],
      [requestLicensesPath(paths.leadCapture), {}],
      [`${requestLicensesPath(paths.cards)}?from=dashboard&q=ada`, {}],
      [paths.requestProfileData, {}],
      [paths.addCard, { email: DANA }],
    ] as const) {
      await browser.post(path, fields);
      await browser.get(paths.leadCapture);
    }
  }

  async function withBrokenBackends() {
    const text = `Bearer upstream-secret: cannot find ${DANA}`;
    const pages = [
      paths.dashboard,
      paths.leadCapture,
      paths.cards,
      '/leads-capture/licenses.csv',
      '/digital-business-cards/claimed-cards.csv',
    ];
    for (const fault of [
      json({ error: text }),
      content(text),
      status(500),
      status(401),
      redirect('http://evil.example/'),
      reset,
    ]) {
      portal.faults.off();
      portal.faults.on([...statsCalls, ...requestCalls, ...removalCalls], fault);
      for (const path of pages) await browser.get(path);
      await browser.post(requestLicensesPath(paths.leadCapture));
      await browser.post(paths.deactivateCard, { cardId: 'c2', email: 'ben@acme.example' });
      portal.faults.on('portalUsers', fault);
      for (const path of pages) await browser.get(path);
      await browser.post(requestLicensesPath(paths.cards));
    }
    portal.faults.off();
  }

  async function endSession() {
    portal.advanceClock(56 * MINUTE_MS);
    await browser.get('/dashboard?q=secret-search');
    portal.identity.failure = 'is unavailable';
    portal.advanceClock(56 * MINUTE_MS);
    await browser.get('/dashboard');
    portal.advanceClock(10 * MINUTE_MS);
    await browser.get('/dashboard');
    portal.identity.failure = 'rejects';
    await browser.get('/dashboard');
    portal.identity.failure = undefined;
    await browser.signIn();
    await browser.post(paths.logout, {}, { 'Sec-Fetch-Site': 'cross-site' });
    secrets.push(...browser.cookies.values());
    await browser.post(paths.logout);
    await browser.get('/dashboard');
  }
}

import type { Response } from 'supertest';
import { removalCalls, requestCalls, statsCalls } from '../../../scripts/sandbox/backend-calls';
import { content, json, redirect, reset, status } from '../../../scripts/sandbox/faults';
import { paths, requestLicensesPath } from '../../../shared/paths';
import { HttpClient } from '../../support/browsers/http-client';
import { downloadPaths } from '../../support/data/download-paths';
import { latestLink, type TestPortal } from '../../support/portal/portal';

const DANA = 'dana@acme.example';
const MINUTE = 60_000;

/** The result of a journey. */
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
  const client = new HttpClient(portal, headers);
  const stranger = new HttpClient(portal, headers);

  await signIn();
  await visitPages();
  await submitForms();
  await withBrokenBackends();
  await endSession();
  secrets.push(...portal.calls.flatMap(({ authorization }) => authorization?.replace('Bearer ', '') ?? []));
  return { responses: [...client.responses, ...stranger.responses], secrets };

  async function signIn() {
    await client.get('/');
    await client.get('/leads-capture?q=cleo');
    await client.post('/login', { email: 'nobody@acme.example' });
    await client.post('/login', { email: 'dana@acme.example\r\n{"level":60,"msg":"forged line"}' });
    await client.post('/login', { email: DANA });
    secrets.push(...client.cookies.values());
    const link = latestLink(portal.store, DANA);
    secrets.push(new URLSearchParams(link).get('oobCode') ?? link);
    await client.get('/finishsignup?mode=signIn&apiKey=k');
    await client.get(link);
    portal.identity.failure = 'rejects';
    await client.post(link);
    portal.identity.failure = 'is unavailable';
    await client.post(link);
    portal.identity.failure = undefined;
    await client.post(link);
    await client.get(link);
    await stranger.post(link, { email: 'eve@evil.example' });
    await stranger.get('/dashboard?q=secret-search');
  }

  async function visitPages() {
    for (const path of [...Object.values(paths), ...downloadPaths]) await client.get(path);
    await client.get('/leads-capture?q=cleo%40acme.example&sort=leadsTotal&revoke=U-1');
    await client.get(`/leads-capture/licenses.csv?q=cleo`);
    await client.get(`/digital-business-cards/claimed-cards.csv?q=ada&receipt=m1k2`);
    await client.get('/nothing?email=dana%40acme.example');
    await client.get('/a%0d%0a{"msg":"forged%20line"}');
  }

  async function submitForms() {
    for (const [path, fields] of [
      [paths.revokeLicense, { licenseId: 'not-mine' }],
      [paths.revokeLicense, { licenseId: 'U-1' }],
      [paths.deactivateCard, { cardId: 'c1' }],
      [requestLicensesPath(paths.leadCapture), {}],
      [`${requestLicensesPath(paths.cards)}?from=dashboard&q=ada`, {}],
      [paths.requestProfileData, {}],
      [paths.addCard, { email: DANA }],
    ] as const) {
      await client.post(path, fields);
      await client.get(paths.leadCapture);
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
      for (const path of pages) await client.get(path);
      await client.post(requestLicensesPath(paths.leadCapture));
      await client.post(paths.deactivateCard, { cardId: 'c2' });
      portal.faults.on('portalUsers', fault);
      for (const path of pages) await client.get(path);
      await client.post(requestLicensesPath(paths.cards));
    }
    portal.faults.off();
  }

  async function endSession() {
    portal.advanceClock(56 * MINUTE);
    await client.get('/dashboard?q=secret-search');
    portal.identity.failure = 'is unavailable';
    portal.advanceClock(56 * MINUTE);
    await client.get('/dashboard');
    portal.advanceClock(10 * MINUTE);
    await client.get('/dashboard');
    portal.identity.failure = 'rejects';
    await client.get('/dashboard');
    portal.identity.failure = undefined;
    await client.signIn();
    await client.post(paths.logout, {}, { 'Sec-Fetch-Site': 'cross-site' });
    secrets.push(...client.cookies.values());
    await client.post(paths.logout);
    await client.get('/dashboard');
  }
}

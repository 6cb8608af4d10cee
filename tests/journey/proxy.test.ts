import { beforeAll, expect, test } from '@jest/globals';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { SANDBOX_PROJECT } from '../../scripts/sandbox/auth-emulator';
import { NoJsBrowser } from '../support/browsers/no-js-browser';
import { atEndOf } from '../support/end';
import { startNginx } from '../support/programs/nginx';
import { type ServedPortal, servePortal } from '../support/programs/server';

const EMAIL = 'dana@acme.example';

/** Claims that make an unsigned token as long as a signed one with some claims of its own, 1,320 bytes. */
const CLAIMS = { padding: 'x'.repeat(600) };

let portal: ServedPortal;
let proxy: { readonly origin: string };

beforeAll(async () => {
  portal = await servePortal({
    settings: { PUBLIC_URL: 'https://portal.example', TRUST_PROXY: '1', SKELETON_DELAY_MS: '30' },
  });
  proxy = await startNginx(portal.origin);
  await browser().signIn(EMAIL);
  const app = initializeApp({ projectId: SANDBOX_PROJECT }, 'claims');
  atEndOf('file', () => deleteApp(app));
  const { uid } = await getAuth(app).getUserByEmail(EMAIL);
  await getAuth(app).setCustomUserClaims(uid, CLAIMS);
});

const browser = () => new NoJsBrowser(proxy.origin, portal.latestLink);

test('behind nginx with its default buffers, an administrator signs in, revokes a license and downloads a list', async () => {
  const visitor = browser();
  const signedIn = await visitor.signIn(EMAIL);
  expect([signedIn.status, visitor.text('h1')]).toEqual([200, 'Sign-in Successful!']);

  await visitor.visit('/leads-capture?revoke=U-1');
  await visitor.press('Revoke License');
  expect([visitor.status, visitor.text('.toast p')]).toEqual([200, 'License revoked successfully']);
  expect(portal.faults.calls.at(-1)?.authorization?.length).toBeGreaterThan(1200);

  const download = await visitor.get('/leads-capture/licenses.csv');
  expect([download.status, download.type]).toEqual([200, 'text/csv']);
  expect(download.text).not.toContain('U-1,');
});

test('behind nginx, a page that waits for a backend shows its skeleton at once', async () => {
  const visitor = browser();
  await visitor.signIn(EMAIL);
  const release = portal.holdStatistics();
  const response = await fetch(`${proxy.origin}/dashboard`, { headers: { cookie: visitor.cookie } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  expect(first?.value).toContain('Loading...');
  release();
  let page = '';
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read())
    page += chunk.value;
  expect(page).toContain('Request Licenses');
});

import { request as forward } from 'node:http';
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { decodeJwt } from 'jose';
import { SANDBOX_PROJECT } from '../../scripts/sandbox/auth-emulator';
import type { EmulatorIdentity } from '../../scripts/sandbox/identity';
import { createIdentity } from '../../server/backends/identity';
import { IdentityRejected } from '../../server/errors';
import { startBackendServer } from '../support/backends/backend-server';
import { atEndOf, closeAfterTest } from '../support/end';
import { emulatorIdentity, sharedEmulator } from '../support/programs/emulator';
import { unrefTimers } from '../support/time/unref-timers';

const API_KEY = 'portal-key';

let emailCount = 0;
/** Returns an email address that no other test uses. */
const newEmail = () => `newcomer-${emailCount++}@identity.example`;

let provider: EmulatorIdentity;
beforeAll(() => {
  provider = emulatorIdentity('https://portal.example');
  atEndOf('file', provider.close);
});

const identity = (emulatorHost = sharedEmulator()) =>
  closeAfterTest(
    createIdentity({ projectId: SANDBOX_PROJECT, apiKey: API_KEY, emulatorHost, timeout: 60_000 }),
  );

beforeEach(unrefTimers);

async function signInNewUser(email = newEmail()) {
  const link = await provider.createMagicLink(email);
  return { email, link, tokens: await identity().signIn(email, link) };
}

test('T7: a link signs in once, with tokens that the backends accept', async () => {
  const { email, link, tokens } = await signInNewUser();
  expect(await provider.verifyToken(tokens.idToken)).toEqual({ email });
  // As long as Firebase's own, which the emulator's are not by themselves.
  expect(tokens.idToken.length).toBeGreaterThan(1021);
  expect(tokens.idToken.length).toBeLessThan(1320);
  await expect(identity().signIn(email, link)).rejects.toThrow(IdentityRejected);
});

test('a link signs in only its recipient, and stays valid after failed attempts by others', async () => {
  const email = newEmail();
  const link = await provider.createMagicLink(email);
  await expect(identity().signIn(newEmail(), link)).rejects.toThrow(IdentityRejected);
  expect(await provider.verifyToken((await identity().signIn(email, link)).idToken)).toEqual({ email });
});

test('fifty simultaneous sign-ins each get their own tokens', async () => {
  const portal = identity();
  const emails = Array.from({ length: 50 }, newEmail);
  const links = await Promise.all(emails.map(email => provider.createMagicLink(email)));
  const tokens = await Promise.all(emails.map((email, index) => portal.signIn(email, links[index] ?? '')));
  const claims = tokens.map(({ idToken }) => decodeJwt<{ email: string }>(idToken));
  expect(claims.map(({ email }) => email)).toEqual(emails);
  expect(new Set(claims.map(({ sub }) => sub)).size).toBe(50);

  const refreshed = await Promise.all(tokens.map(({ refreshToken }) => portal.refresh(refreshToken)));
  expect(refreshed.map(({ idToken }) => decodeJwt(idToken).sub)).toEqual(claims.map(({ sub }) => sub));
});

test('a refresh returns tokens of the same user, which can be refreshed again', async () => {
  const { email, tokens } = await signInNewUser();
  const portal = identity();
  const second = await portal.refresh(tokens.refreshToken);
  const third = await portal.refresh(second.refreshToken);
  expect(await provider.verifyToken(third.idToken)).toEqual({ email });
  expect(decodeJwt(third.idToken).sub).toBe(decodeJwt(tokens.idToken).sub);
});

test.each(['deleted', 'disabled'])('the session of a %s user is rejected', async change => {
  const { tokens } = await signInNewUser();
  const uid = decodeJwt(tokens.idToken).sub ?? '';
  const app = initializeApp({ projectId: SANDBOX_PROJECT }, `administration: ${change}`);
  if (change === 'deleted') await getAuth(app).deleteUser(uid);
  else await getAuth(app).updateUser(uid, { disabled: true });
  await deleteApp(app);
  await expect(identity().refresh(tokens.refreshToken)).rejects.toThrow(IdentityRejected);
});

test("T6 P53: the portal signs in and refreshes with its own API key, whatever the link's is", async () => {
  const seen: string[] = [];
  const recorder = await startBackendServer((incoming, response) => {
    const [host, port] = sharedEmulator().split(':');
    const { url, method, headers } = incoming;
    seen.push(`${url} ${JSON.stringify(headers)}`);
    incoming
      .on('data', chunk => seen.push(String(chunk)))
      .pipe(forward({ host, port, path: url, method, headers }))
      .on('response', answer => answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers)));
  });
  const email = newEmail();
  const link = new URL(await provider.createMagicLink(email));
  link.searchParams.set('apiKey', 'foreign-key');

  const portal = identity(new URL(recorder.origin).host);
  const tokens = await portal.signIn(email, link.href);
  await portal.refresh(tokens.refreshToken);
  await recorder.close();

  expect(await provider.verifyToken(tokens.idToken)).toEqual({ email });
  expect(seen.join()).not.toContain('foreign-key');
  expect(seen.filter(line => line.includes(`?key=${API_KEY}`)).length).toBeGreaterThanOrEqual(2);
});

import { cpSync, globSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { freePort } from '../../scripts/ports';
import { createSandbox } from '../../scripts/sandbox/host';
import { createStore } from '../../scripts/sandbox/store';
import { dana } from '../support/accounts';
import { emulatorIdentity, sharedEmulator } from '../support/emulator';
import { NoJsBrowser } from '../support/no-js-browser';
import { latestLink } from '../support/portal';
import { listen } from '../support/ports';
import { environment, runServer } from '../support/server';

const EMAIL = 'dana@acme.example';

const folder = mkdtempSync(join(tmpdir(), 'portal-dist-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('T50: loading the identity provider’s SDK is retried after a failure', async () => {
  const dist = join(folder, 'dist');
  cpSync('dist', dist, { recursive: true });
  const [sdk = ''] = globSync(join(dist, 'firebase-*.js'));
  const movedSdk = join(folder, basename(sdk));
  renameSync(sdk, movedSdk);

  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const store = createStore([dana()]);
  const identity = emulatorIdentity(origin);
  const backends = createServer(createSandbox({ store, ...identity, topUpDelay: 0 }));
  const server = runServer(
    {
      ...environment(port, `http://127.0.0.1:${await listen(backends)}`),
      FIREBASE_AUTH_EMULATOR_HOST: sharedEmulator(),
    },
    dist,
  );
  try {
    await server.prints('"msg":"Listening"');
    const browser = new NoJsBrowser(origin);
    await browser.visit('/login');
    await browser.fill('Email Address', EMAIL).press('Send Magic Link');
    const link = latestLink(store, EMAIL);
    await browser.visit(link);
    expect(browser.status).toBe(503);
    renameSync(movedSdk, sdk);
    await browser.visit(link);
    await browser.press('Continue to the portal');
    expect(browser.text()).toContain('Sign-in Successful!');
  } finally {
    server.signal('SIGKILL');
    backends.closeAllConnections();
    await new Promise(done => backends.close(done));
    await identity.close();
  }
});

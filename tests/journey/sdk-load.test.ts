import { globSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../support/programs/project';
import { servePortal } from '../support/programs/server';

const EMAIL = 'dana@acme.example';

test('T50: loading the identity provider’s SDK is retried after a failure', async () => {
  const folder = await temporaryFolder();
  const dist = join(folder, 'dist');
  await cp('dist', dist, { recursive: true });
  const [sdk = ''] = globSync(join(dist, 'firebase-*.js'));
  const movedSdk = join(folder, basename(sdk));
  await rename(sdk, movedSdk);

  const portal = await servePortal({ dist });
  const browser = portal.browser();
  await browser.visit('/login');
  await browser.fill('Email Address', EMAIL).press('Send Magic Link');
  const link = await portal.latestLink(EMAIL);
  await browser.visit(link);
  expect(browser.status).toBe(503);
  await rename(movedSdk, sdk);
  await browser.visit(link);
  await browser.press('Continue to the portal');
  expect(browser.text()).toContain('Sign-in Successful!');
});

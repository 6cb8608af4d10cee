import { expect, test } from '@jest/globals';
import { dana } from '../support/data/accounts';
import { servePortal } from '../support/programs/server';

test('T60: an audit line is written before the response, so it survives SIGKILL', async () => {
  const portal = await servePortal({ accounts: [dana()] });
  const browser = await portal.signedIn();
  await browser.visit('/dashboard');
  const { action, fields } = browser.form('Logout');
  expect((await browser.post(action, fields)).status).toBe(303);
  const [server] = portal.servers;
  server.signal('SIGKILL');
  await server.ended;
  expect(server.output()).toMatch(/"audit":"logout".*"msg":"Audit"}\n/);
});

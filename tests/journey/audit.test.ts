import { expect, test } from '@jest/globals';
import { dana } from '../support/data/accounts';
import { startProgram } from '../support/programs/program';
import { servePortal } from '../support/programs/server';

test('T60: an audit line is written before the response, so it survives SIGKILL', async () => {
  const portal = await servePortal({ accounts: [dana()] });
  const browser = await portal.signedIn();
  await browser.visit('/dashboard');
  expect((await browser.send('Logout')).status).toBe(303);
  const [server] = portal.servers;
  server.signal('SIGKILL');
  await server.ended;
  expect(server.output()).toMatch(/"audit":"logout".*"msg":"Audit"}\n/);
});

test('T60: many audit lines at once are all written, without a warning of Node', async () => {
  const code = `
    import { audit } from './server/telemetry/audit';
    import { createLogger } from './server/telemetry/logger';
    const log = createLogger({ logLevel: 'info' });
    for (let line = 0; line < 20; line++) {
      audit(log, 'revoke', { userId: 'u-1', outcome: 'removed', client: '203.0.113.9' });
    }`;
  const program = startProgram(['--import', 'tsx', '--input-type=module', '-e', code]);
  expect(await program.ended).toBe(0);
  expect(program.output().match(/"audit":"revoke"/g)).toHaveLength(20);
  expect(program.errors()).toBe('');
});

import { createServer } from 'node:http';
import { expect, test } from '@jest/globals';
import { ConfigError } from '../../../server/config';
import { listen } from '../../../server/start/listen';

async function problemsOf(code: string): Promise<readonly string[]> {
  const server = createServer();
  server.listen = () => {
    process.nextTick(() => server.emit('error', Object.assign(new Error(code), { code })));
    return server;
  };
  const names = { port: 'METRICS_PORT', host: 'METRICS_HOST' };
  const error = await listen(server, { port: 80, host: 'h' }, names).catch((thrown: unknown) => thrown);
  if (error instanceof ConfigError) return error.problems;
  throw error;
}

test.each([
  ['EACCES', 'METRICS_PORT: is a port that only root may use'],
  ['EADDRINUSE', 'METRICS_PORT: is in use by another program'],
  ['EADDRNOTAVAIL', 'METRICS_HOST: is not an address of this machine'],
  ['ENOTFOUND', 'METRICS_HOST: is not an address of this machine'],
])('P223: %s is a problem of its variable: %s', async (code, problem) => {
  expect(await problemsOf(code)).toEqual([problem]);
});

test('another error of a server is no problem of a variable', async () => {
  await expect(problemsOf('EMFILE')).rejects.toThrow('EMFILE');
});

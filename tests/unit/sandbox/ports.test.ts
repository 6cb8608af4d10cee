import { once } from 'node:events';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from '@jest/globals';
import { findFreePort, freePort, isFree } from '../../../scripts/ports';
import { atEndOf } from '../../support/end';

const hasIPv6 = Object.values(networkInterfaces()).some(addresses =>
  addresses?.some(({ address }) => address === '::1'),
);
const hosts = ['0.0.0.0', '127.0.0.1', ...(hasIPv6 ? ['::', '::1'] : [])];

async function occupy(port: number, host: string): Promise<void> {
  const server = createServer();
  server.listen({ port, host });
  await once(server, 'listening');
  atEndOf('test', () => server.close());
}

test.each(hosts)('a port in use on %s is not free', async host => {
  const port = await freePort();
  expect(await isFree(port)).toBe(true);
  await occupy(port, host);
  expect(await isFree(port)).toBe(false);
  expect(await findFreePort(port)).toBeGreaterThan(port);
});

test('finding a free port does not occupy it', async () => {
  const port = await freePort();
  expect(await findFreePort(port)).toBe(port);
});

test('rejects if no port is left', async () => {
  await expect(findFreePort(65_536)).rejects.toThrow('No TCP port');
});

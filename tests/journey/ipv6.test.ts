import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from '@jest/globals';
import { atEndOf } from '../support/end';
import { startCollector } from '../support/programs/collector';
import { isConnected, startRedis } from '../support/programs/redis';
import { servePortal } from '../support/programs/server';
import { eventually } from '../support/time/eventually';

const hasIPv6 = Object.values(networkInterfaces()).some(addresses =>
  addresses?.some(({ address }) => address === '::1'),
);
const literal = hasIPv6 ? '::1' : '::ffff:127.0.0.1';

/** The same address with an IPv6 literal instead of 127.0.0.1, which leads there. */
async function atLiteral(address: string): Promise<string> {
  const port = Number(address.split(':').at(-1));
  const server = createServer(socket => {
    const onward = connect(port, '127.0.0.1');
    for (const end of [socket, onward]) end.on('error', () => {});
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>(done => void server.listen(0, literal, done));
  atEndOf('file', async () => void server.close());
  const { port: own } = server.address() as { port: number };
  return address.replace(/127\.0\.0\.1:\d+$/, `[${literal}]:${own}`);
}

test('the backends, the provider, Redis and the collector of traces may be at IPv6 literals', async () => {
  const [redis, collector] = [await startRedis(), await startCollector()];
  atEndOf('file', redis.kill);
  const portal = await servePortal({
    at: atLiteral,
    settings: {
      REDIS_URL: await atLiteral(redis.url),
      OTEL_EXPORTER_OTLP_ENDPOINT: await atLiteral(collector.url),
      HTTPS_PROXY: `http://[${literal}]:1`,
    },
  });
  const browser = await portal.signedIn();
  await browser.visit('/leads-capture');
  expect(browser.rows('Activated licenses').length).toBeGreaterThan(0);
  await eventually('Redis is connected', async () => isConnected(portal.servers[0].output()));
  await eventually('traces arrive', async () => collector.spans().length > 0);
});

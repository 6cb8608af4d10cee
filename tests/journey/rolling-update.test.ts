import { beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../../scripts/system/ports';
import { holdDrain } from '../support/programs/held-drain';
import { startNginx } from '../support/programs/nginx';
import { startRedis, type TestRedis } from '../support/programs/redis';
import { environment, runServer, UNREACHABLE } from '../support/programs/server';
import { eventually } from '../support/time/eventually';

/** Requests for each state of a replica in an update: draining, stopped, and started again. */
const REQUESTS = 60;

let redis: TestRedis;
beforeAll(async () => {
  redis = await startRedis();
});

/** Starts a replica on a port. It drains until `stop` ends that. */
async function startReplica(port: number, settings: Readonly<Record<string, string>> = {}) {
  const drain = await holdDrain('', { REDIS_URL: redis.url, ...settings });
  const server = runServer({ ...environment(port, UNREACHABLE), ...drain.settings });
  await server.prints('"msg":"Listening"');
  return {
    drain: () => server.signal('SIGTERM'),
    async stop(): Promise<void> {
      await drain.end();
      expect(await server.ended).toBe(0);
    },
  };
}

test('a rolling update of two replicas behind nginx loses no request', async () => {
  const ports = [await freePort(), await freePort()];
  const replicas = await Promise.all(ports.map(port => startReplica(port)));
  const nginx = await startNginx(...ports.map(port => `http://127.0.0.1:${port}`));
  const statuses: number[] = [];
  let isDone = false;
  async function visit(): Promise<void> {
    while (!isDone) statuses.push((await fetch(`${nginx.origin}/login`)).status);
  }
  const visitors = Array.from({ length: 4 }, visit);
  function moreRequests(): Promise<void> {
    const goal = statuses.length + REQUESTS;
    return eventually('more requests are answered', async () => statuses.length >= goal);
  }

  for (const [index, replica] of replicas.entries()) {
    replica.drain();
    await moreRequests();
    await replica.stop();
    await moreRequests();
    await startReplica(ports[index] ?? 0);
    await moreRequests();
  }
  isDone = true;
  await Promise.all(visitors);
  expect(statuses.length).toBeGreaterThanOrEqual(6 * REQUESTS);
  expect(statuses.filter(status => status !== 200)).toEqual([]);
});

test('a metric says whether a replica has its Redis', async () => {
  const [port, metricsPort] = [await freePort(), await freePort()];
  await startReplica(port, { METRICS_PORT: `${metricsPort}` });
  const says = (value: number) =>
    eventually(`the metric is ${value}`, async () => {
      const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
      return (await response.text()).includes(`\nportal_redis_connected ${value}\n`);
    });
  await says(1);
  await redis.kill();
  await says(0);
});

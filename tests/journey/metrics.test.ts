import { expect, test } from '@jest/globals';
import { freePort } from '../../scripts/ports';
import { environment, runServer } from '../support/programs/server';

test.each([
  [{}, false],
  [{ METRICS_HOST: '0.0.0.0' }, true],
])(
  'METRICS_PORT serves metrics on that port only; with %j, beyond loopback: %s',
  async (settings, reachable) => {
    const [port, metricsPort] = [await freePort(), await freePort()];
    const server = runServer({
      ...environment(port, 'http://127.0.0.1:9'),
      METRICS_PORT: String(metricsPort),
      ...settings,
    });
    await server.prints('"msg":"Listening"');
    expect((await fetch(`http://127.0.0.1:${port}/login`)).status).toBe(200);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toContain(
      'portal_request_duration_seconds_count{method="GET",route="/login",status="200"} 1',
    );
    const elsewhere = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(elsewhere.status).toBe(404);
    expect(await elsewhere.text()).not.toContain('portal_');
    // All of 127.0.0.0/8 is loopback, but a server on 127.0.0.1 listens on that address only.
    const status = await fetch(`http://127.0.0.2:${metricsPort}/metrics`).then(
      answer => answer.status,
      () => undefined,
    );
    expect(status).toBe(reachable ? 200 : undefined);
    server.signal('SIGKILL');
  },
);

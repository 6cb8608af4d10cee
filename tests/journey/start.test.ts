import { globSync } from 'node:fs';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { publish } from '../../scripts/build/bundle';
import { freePort } from '../../scripts/system/ports';
import { paths } from '../../shared/paths';
import { listen } from '../support/backends/ports';
import { dana } from '../support/data/accounts';
import { listForm } from '../support/data/list-form';
import { built, builtFiles, temporaryFolder } from '../support/programs/project';
import { environment, runServer, servePortal, startServer, UNREACHABLE } from '../support/programs/server';

test('P223: a server names the variable of a port in use, or of an address that is not there, and exits', async () => {
  const other = createServer();
  const used = await listen(other);
  const free = await freePort();
  const problem = async (settings: Record<string, string>) => {
    const server = runServer({ ...environment(free, UNREACHABLE), ...settings });
    expect(await server.ended).toBe(1);
    expect(server.output()).not.toContain('Listening');
    return server.errors().split('\n')[1];
  };
  expect(await problem({ PORT: `${used}` })).toBe('  PORT: is in use by another program');
  expect(await problem({ METRICS_PORT: `${used}` })).toBe('  METRICS_PORT: is in use by another program');
  // An address for documentation, which no machine has.
  const elsewhere = { METRICS_PORT: '0', METRICS_HOST: '192.0.2.1' };
  expect(await problem(elsewhere)).toBe('  METRICS_HOST: is not an address of this machine');
  await new Promise(done => other.close(done));
});

/** Publishes another build there: all of its files without a hash in their names differ. */
async function publishOther(dist: string): Promise<void> {
  const fresh = await temporaryFolder();
  const names = builtFiles().filter(name => /^[^/]*(?<!-[A-Z\d]{8})\.js$/.test(name));
  for (const name of names) await writeFile(join(fresh, name), '// another build');
  await publish(fresh, dist);
}

async function copyBuild(): Promise<string> {
  const folder = await temporaryFolder();
  for (const file of builtFiles()) await cp(join(built, file), join(folder, file));
  return folder;
}

test('a missing asset fails only the requests for it', async () => {
  // As if the project is rebuilt while the server runs.
  const dist = await copyBuild();
  const { origin, status } = await startServer({ dist });
  const login = await (await fetch(`${origin}/login`)).text();
  const [script = ''] = /\/assets\/script-\w+\.js/.exec(login) ?? [];
  expect(await status(script)).toBe(200);

  await rm(join(dist, 'public', 'assets'), { recursive: true });
  await status(script).catch(() => {});
  for (const path of ['/healthz', '/login']) expect(await status(path)).toBe(200);
});

test('a server does not load the code of what is not configured: Redis, tracing, metrics', async () => {
  const dist = await copyBuild();
  const optional = (await readdir(dist)).filter(name =>
    /^(redis-shared|tracing|prometheus)-\w+\.js$/.test(name),
  );
  expect(optional).toHaveLength(3);
  await Promise.all(optional.map(name => rm(join(dist, name))));
  const { status } = await startServer({ dist });
  expect([await status('/login'), await status('/metrics')]).toEqual([200, 404]);
  const withRedis = { ...environment(await freePort(), UNREACHABLE), REDIS_URL: 'redis://127.0.0.1:9' };
  expect(await runServer(withRedis, dist).ended).toBe(1);
});

test('T50: loading the identity provider’s SDK is retried after a failure', async () => {
  const dist = await copyBuild();
  const [sdk = ''] = globSync(join(dist, 'firebase-*.js'));
  const movedSdk = join(dist, 'public', basename(sdk));
  await rename(sdk, movedSdk);

  const portal = await servePortal({ dist });
  const browser = portal.browser();
  await browser.visit('/login');
  await browser.fill('Email Address', dana().email).press('Send Magic Link');
  const link = portal.latestLink(dana().email);
  await browser.visit(link);
  expect(browser.status).toBe(503);
  await rename(movedSdk, sdk);
  await browser.visit(link);
  await browser.press('Continue to the portal');
  expect(browser.text()).toContain('Sign-in Successful!');
});

const hasIPv6 = Object.values(networkInterfaces()).some(addresses =>
  addresses?.some(({ address }) => address === '::1'),
);

test.each<[{ METRICS_HOST?: string }, boolean]>([
  [{}, false],
  [{ METRICS_HOST: '0.0.0.0' }, true],
  // As in the image.
  [{ METRICS_HOST: '::' }, true],
])(
  'METRICS_PORT serves metrics on that port only; with %j, beyond loopback: %s',
  async (settings, reachable) => {
    const metricsPort = await freePort();
    const { origin, status } = await startServer({
      settings: { METRICS_PORT: String(metricsPort), ...settings },
    });
    expect(await status('/login')).toBe(200);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toContain(
      'portal_request_duration_seconds_count{method="GET",route="/login",status="200"} 1',
    );
    const elsewhere = await fetch(`${origin}/metrics`);
    expect(elsewhere.status).toBe(404);
    expect(await elsewhere.text()).not.toContain('portal_');
    // All of 127.0.0.0/8 is loopback, but a server on 127.0.0.1 listens on that address only.
    const beyond = await fetch(`http://127.0.0.2:${metricsPort}/metrics`).then(
      answer => answer.status,
      () => undefined,
    );
    expect(beyond).toBe(reachable ? 200 : undefined);
    if (settings.METRICS_HOST === '::' && hasIPv6)
      expect((await fetch(`http://[::1]:${metricsPort}/metrics`)).status).toBe(200);
  },
);

test('builds do not disturb a server that runs from their folder: its assets, threads and sign-in work', async () => {
  const dist = await copyBuild();
  const portal = await servePortal({ dist });
  const login = await (await fetch(`${portal.origin}/login`)).text();
  const assets = [...login.matchAll(/\/assets\/[\w-]+\.(?:js|css)/g)].map(([path]) => path);
  expect(assets.length).toBeGreaterThan(1);
  await publishOther(dist);
  for (const path of assets) expect((await fetch(portal.origin + path)).status).toBe(200);
  expect(await readFile(join(dist, 'server.js'), 'utf8')).toBe('// another build');
  const list = listForm(new File(['Email\nada@acme.example'], 'list.csv'));
  expect((await (await portal.signedIn()).postBody(paths.compare, list)).status).toBe(303);
  // The files of the build before the last are gone.
  await publishOther(dist);
  expect(globSync(['firebase-*.js', 'public/assets/*'], { cwd: dist })).toEqual([]);
  await portal.signedIn();
});

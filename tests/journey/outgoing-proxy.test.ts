import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { NoJsBrowser } from '../support/browsers/no-js-browser';
import { certificate } from '../support/data/certificate';
import { startCollector } from '../support/programs/collector';
import { startOutgoingProxy, startSecureHosts } from '../support/programs/outgoing-proxy';
import { temporaryFolder } from '../support/programs/project';
import { startServer, UNREACHABLE } from '../support/programs/server';
import { eventually } from '../support/time/eventually';

const EMAIL = 'dana@acme.example';
const PROJECT = 'portal-project';
const LINK = '/finishsignup?mode=signIn&apiKey=portal-key&oobCode=code';

/** Nothing but the proxy knows these names. */
const NAMES = {
  PORTAL_API_URL: 'https://api.portal.test',
  SCANNER_API_DEMO_URL: 'https://scanner.portal.test',
  ECARD_API_DEMO_URL: 'https://ecard.portal.test:8443',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.portal.test:4318',
};

let hosts: { readonly port: number };
let collector: Awaited<ReturnType<typeof startCollector>>;
let trusted: { readonly NODE_EXTRA_CA_CERTS: string };
/** The hosts that were called, without the proxy's knowledge. */
const called = new Set<string>();

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const key = await exportSPKI(publicKey);
  // It expires so soon that every page renews it.
  const token = () =>
    new SignJWT({ email: EMAIL, auth_time: Math.floor(Date.now() / 1000) - 60 })
      .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
      .setIssuer(`https://securetoken.google.com/${PROJECT}`)
      .setAudience(PROJECT)
      .setSubject('user-dana')
      .setIssuedAt()
      .setExpirationTime('4m')
      .sign(privateKey);
  const roles = [2, 3].map(product => ({ product, entityId: 'acme' }));
  async function answerTo({ headers, url = '' }: IncomingMessage): Promise<object> {
    const refreshToken = 'refresh';
    if (headers.host === 'identitytoolkit.googleapis.com') return { idToken: await token(), refreshToken };
    if (headers.host === 'securetoken.googleapis.com')
      return { id_token: await token(), refresh_token: refreshToken };
    if (headers.host === 'www.googleapis.com') return { 'key-1': key };
    return url.startsWith('/portalusers') ? { name: 'Dana', company: 'Acme', roles } : {};
  }
  hosts = await startSecureHosts(async (request, response) => {
    called.add(request.headers.host ?? '');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(await answerTo(request)));
  });
  collector = await startCollector();
  const file = join(await temporaryFolder(), 'ca.pem');
  writeFileSync(file, certificate);
  trusted = { NODE_EXTRA_CA_CERTS: file };
});

/** Starts a portal that only the proxy leads out. */
async function startBehind(proxy: string, settings: Readonly<Record<string, string>> = {}) {
  const started = await startServer({
    settings: {
      ...NAMES,
      ...trusted,
      FIREBASE_PROJECT_ID: PROJECT,
      UPSTREAM_TIMEOUT_MS: '8000',
      https_proxy: proxy,
      HTTPS_PROXY: UNREACHABLE,
      HTTP_PROXY: proxy,
      ...settings,
    },
  });
  return { ...started, browser: new NoJsBrowser(started.origin, () => LINK) };
}

const proxyTo = (statusOf?: (host: string) => number | null) =>
  startOutgoingProxy({ secure: hosts.port, plain: Number(new URL(collector.url).port) }, statusOf);

test('T88: sign-in, renewal, keys, backends and traces go through the proxy, but for the hosts of NO_PROXY', async () => {
  const proxy = await proxyTo();
  const direct = `https://localhost:${hosts.port}`;
  const { server, browser } = await startBehind(proxy.url, {
    PORTAL_API_URL: direct,
    NO_PROXY: 'example.com, localhost',
  });
  expect((await browser.signIn(EMAIL)).status).toBe(200);
  expect((await browser.visit('/dashboard')).text()).toContain('Lead Capture');
  await eventually('traces arrive', async () => collector.spans().length > 0);
  expect([...proxy.hosts].toSorted()).toEqual([
    'collector.portal.test:4318',
    'ecard.portal.test:8443',
    'identitytoolkit.googleapis.com:443',
    'scanner.portal.test:443',
    'securetoken.googleapis.com:443',
    'www.googleapis.com:443',
  ]);
  expect(called).toContain(new URL(direct).host);
  const line = server
    .output()
    .split('\n')
    .find(text => text.includes('"Outgoing calls"'));
  expect(JSON.parse(line ?? '').through).toEqual({
    [direct]: 'direct',
    'https://scanner.portal.test': proxy.name,
    'https://ecard.portal.test:8443': proxy.name,
    'https://identitytoolkit.googleapis.com': proxy.name,
    'https://securetoken.googleapis.com': proxy.name,
    'https://www.googleapis.com': proxy.name,
    'http://collector.portal.test:4318': proxy.name,
  });
  expect(server.output()).not.toContain('p@ss');
});

/** The causes that a portal has logged as warnings or errors, by message. */
function causes(output: string): Record<string, object> {
  const lines = output
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
  return Object.fromEntries(lines.filter(({ err }) => err).map(({ msg, err }) => [msg, err.cause]));
}

test('T88: a proxy that refuses, hangs or asks for a password is named in the log, with its status and without credentials', async () => {
  const proxy = await proxyTo(host =>
    host.startsWith('scanner') ? 403 : host.startsWith('ecard') ? null : 200,
  );
  const { server, browser } = await startBehind(proxy.url);
  await browser.signIn(EMAIL);
  const page = await browser.visit('/dashboard');
  expect([page.status, page.text()]).toEqual([200, expect.stringContaining('Failed to get company stats')]);
  await server.prints('Failed to get company stats');
  expect(causes(server.output())).toMatchObject({
    'Failed to get scanner account stats': { proxy: proxy.name, proxyStatus: 403 },
    'Failed to get company stats': { proxy: proxy.name, code: 'UND_ERR_HEADERS_TIMEOUT' },
  });
  expect(server.output()).not.toContain('p@ss');

  const { server: unknown } = await startBehind(proxy.url.replace('p%40ss', 'wrong'));
  await unknown.prints('The identity provider is not available');
  expect(causes(unknown.output())).toMatchObject({
    'The identity provider is not available': { proxy: proxy.name, proxyStatus: 407 },
  });
  expect(unknown.output()).not.toContain('wrong');
});

test('T88: a proxy that refuses the host of the keys is named when somebody signs in', async () => {
  const proxy = await proxyTo(host => (host.startsWith('www') ? 403 : 200));
  const { server, browser } = await startBehind(proxy.url);
  expect((await browser.signIn(EMAIL)).status).toBe(503);
  await server.prints('Sign-in failed');
  expect(causes(server.output())).toMatchObject({
    'Sign-in failed': { code: 'ERR_PROXY_TUNNEL', proxy: proxy.name, proxyStatus: 403 },
  });
});

test('a certificate of an unknown issuer is logged with the setting that names the issuer', async () => {
  const { server } = await startBehind((await proxyTo()).url, { NODE_EXTRA_CA_CERTS: '' });
  await server.prints('The identity provider is not available');
  expect(causes(server.output())).toMatchObject({
    'The identity provider is not available': {
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      setting: 'NODE_EXTRA_CA_CERTS',
    },
  });
});

import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import request from 'supertest';
import { status } from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import { HttpClient } from '../../support/http-client';
import { startPortal, type TestPortal } from '../../support/portal';

const DANA = 'dana@acme.example';

const toasts = (html: string) =>
  load(html)('.toast p')
    .toArray()
    .map(element => load(element).text());

const topUps = ({ calls }: TestPortal) => calls.filter(({ line }) => line.endsWith('/topup')).length;

describe('a form that is sent twice', () => {
  async function openLeadCapture() {
    const portal = await startPortal();
    const browser = await portal.signedIn();
    await browser.visit('/leads-capture');
    return { portal, browser };
  }

  test('T27: makes one call, and both responses are the same', async () => {
    const { portal, browser } = await openLeadCapture();
    const { action, fields } = browser.form('Request Licenses');
    for (let times = 0; times < 2; times++) {
      expect((await browser.post(action, fields)).status).toBe(303);
      await browser.visit('/leads-capture');
      expect(browser.texts('.toast p')).toEqual(['License request submitted successfully!']);
    }
    expect(topUps(portal)).toBe(1);
  });

  test('T27: makes one call for concurrent submissions', async () => {
    const { portal, browser } = await openLeadCapture();
    const { action, fields } = browser.form('Request Licenses');
    const client = new HttpClient(portal);
    await client.signIn();
    const tabs = [client.copy(), client.copy(), client.copy()];
    await Promise.all(tabs.map(tab => tab.post(action, fields)));
    for (const tab of tabs) {
      const page = await tab.get('/leads-capture');
      expect(toasts(page.text)).toEqual(['License request submitted successfully!']);
    }
    expect(topUps(portal)).toBe(1);
  });

  test('T27: shows the same failure twice, and the form on the next page tries again', async () => {
    const { portal, browser } = await openLeadCapture();
    portal.faults.on('scannerTopUp', status(500));
    const { action, fields } = browser.form('Request Licenses');
    for (let times = 0; times < 2; times++) {
      await browser.post(action, fields);
      await browser.visit('/leads-capture');
      expect(browser.texts('.toast p')).toEqual(['Failed to request licenses. Please try again.']);
    }
    expect(topUps(portal)).toBe(1);
    portal.faults.off();
    await browser.press('Request Licenses');
    expect(browser.texts('.toast p')).toEqual(['License request submitted successfully!']);
    expect(topUps(portal)).toBe(2);
  });

  test('makes another call if the page was loaded again', async () => {
    const { portal, browser } = await openLeadCapture();
    await browser.press('Request Licenses');
    await browser.press('Request Licenses');
    expect(topUps(portal)).toBe(2);
  });

  test('T27: revokes one license, and both responses confirm it', async () => {
    const { portal, browser } = await openLeadCapture();
    await browser.follow('Deactivate');
    const { action, fields } = browser.form('Revoke License');
    for (let times = 0; times < 2; times++) {
      await browser.post(action, fields);
      await browser.visit('/leads-capture');
      expect(browser.texts('.toast p')).toEqual(['License revoked successfully']);
    }
    expect(portal.calls.filter(({ line }) => line.startsWith('DELETE'))).toHaveLength(1);
  });

  test('T27: never shares its response with another session', async () => {
    const portal = await startPortal();
    const [first, second] = [new HttpClient(portal), new HttpClient(portal)];
    for (const client of [first, second]) {
      await client.signIn();
      await client.post(paths.requestLicenses, { once: '4a6a4f0e-7a4e-4c54-9d4e-0d8a4b8f2c11' });
    }
    expect(topUps(portal)).toBe(2);
  });

  test('T27: is not sent again when the page that it leads to is reloaded', async () => {
    const { portal, browser } = await openLeadCapture();
    await browser.press('Request Licenses');
    await browser.visit(browser.address);
    await browser.visit(browser.address);
    expect(browser.texts('.toast p')).toEqual([]);
    expect(topUps(portal)).toBe(1);
  });
});

describe('an unusual form', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=1`).join('&');

  test.each([
    ['17,000 characters', `email=${DANA}&more=${'x'.repeat(17_000)}`, 413],
    ['101 fields', `email=${DANA}&${fields(100)}`, 413],
    ['1,100 fields', fields(1100), 413],
    ['100 fields', `email=${DANA}&${fields(99)}`, 303],
    ['broken escapes', 'email=%E0%A4%A&%=%', 400],
    ['names of built-in properties', '__proto__=1&constructor=2&email[__proto__]=x', 400],
  ])('T31: is accepted within the limits, and rejected beyond them: %s', async (_case, form, expected) => {
    const portal = await startPortal();
    const { status, text: html } = await new HttpClient(portal).post('/login', form);
    expect(status).toBe(expected);
    if (expected !== 303) expect(load(html)('h1').text()).not.toBe('');
    expect(portal.calls).toHaveLength(expected === 303 ? 1 : 0);
  });

  test.each([
    ['an unknown charset', { 'Content-Type': 'application/x-www-form-urlencoded; charset=klingon' }, 415],
    ['an unknown encoding', { 'Content-Encoding': 'lzma' }, 415],
    ['JSON', { 'Content-Type': 'application/json' }, 400],
    ['no type', { 'Content-Type': '' }, 400],
  ])('T31: is rejected if its type is unsupported: %s', async (_case, headers, expected) => {
    const portal = await startPortal();
    const { status } = await new HttpClient(portal).post('/login', { email: DANA }, headers);
    expect(status).toBe(expected);
    expect(portal.calls).toEqual([]);
  });

  test('T31: is not decompressed beyond the limit', async () => {
    const portal = await startPortal();
    const body = gzipSync(`email=${DANA}&more=${'x'.repeat(10_000_000)}`);
    await request(portal.app)
      .post('/login')
      .type('form')
      .set('Content-Encoding', 'gzip')
      .serialize(sent => sent)
      .send(body)
      .expect(413);
    expect(portal.calls).toEqual([]);
  });
});

describe('a manipulated URL', () => {
  test.each([
    '/%E0%A4%A',
    '/leads-capture/%E0%A4%A',
    '/assets/%E0%A4%A',
    '/assets/../server.js',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/dashboard/x.css',
    '/dashboard%2fx.css',
    '//evil.example/dashboard',
    '/\\evil.example',
    '/.env',
    '/manifest.json',
    '/constructor',
    '/__proto__',
  ])('T31: gets an error page: %s', async address => {
    const portal = await startPortal();
    const client = new HttpClient(portal);
    await client.signIn();
    const response = await client.get(address);
    expect([400, 404]).toContain(response.status);
    expect(response.type).toBe('text/html');
    expect(load(response.text)('main a').attr('href')).toBe('/dashboard');
  });
});

test.each(['put', 'patch', 'delete', 'trace'] as const)('T31: the method %s is rejected', async method => {
  const portal = await startPortal();
  const stylesheet = portal.dependencies.assets.stylesheet;
  for (const address of [paths.login, paths.finishSignIn, paths.dashboard, paths.healthz, stylesheet]) {
    const response = await request(portal.app)[method](address).set('Cookie', 'secret=1');
    expect([address, [404, 405].includes(response.status)]).toEqual([address, true]);
    expect(response.text).not.toContain('secret=1');
  }
});

test('T31: a request with Content-Length and Transfer-Encoding is rejected (request smuggling)', async () => {
  const portal = await startPortal();
  const server = createServer(portal.app).listen(0);
  try {
    const socket = connect((server.address() as AddressInfo).port);
    socket.write(
      [
        'POST /login HTTP/1.1',
        'Host: portal.example',
        'Content-Type: application/x-www-form-urlencoded',
        'Content-Length: 6',
        'Transfer-Encoding: chunked',
        '',
        `0\r\n\r\nGET /login HTTP/1.1\r\nHost: portal.example\r\n\r\n`,
      ].join('\r\n'),
    );
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  } finally {
    server.close();
  }
});

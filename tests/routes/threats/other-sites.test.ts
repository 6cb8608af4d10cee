import { expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { paths, requestLicensesPath } from '../../../shared/paths';
import { setCookies } from '../../support/browsers/http-client';
import { openPortal } from '../../support/portal/portal';
import { productLists } from '../../support/portal/product-lists';

test.each([
  '//evil.example/x',
  '///evil.example/x',
  '/\\evil.example/x',
  '/\\\\evil.example/x',
  '\\\\evil.example/x',
  '//evil.example/..',
])('T46: a page at %s links only to the portal, with and without a toast', async address => {
  const { browser } = await openPortal();
  for (const pending of [false, true]) {
    if (pending) await browser.post(requestLicensesPath(paths.leadCapture));
    const { status, text } = await browser.get(address);
    expect([400, 404]).toContain(status);
    const $ = load(text);
    expect($('.toast').length).toBe(pending && status === 404 && !address.endsWith('..') ? 1 : 0);
    const targets = $('[href], [action], [src]')
      .toArray()
      .flatMap(element => ['href', 'action', 'src'].map(name => $(element).attr(name)))
      .filter(target => target !== undefined);
    for (const target of targets) {
      expect([target, new URL(target, 'http://portal.example/x').origin]).toEqual([
        target,
        'http://portal.example',
      ]);
    }
  }
});

test.each(productLists)(
  'P164 T47: $csv, requested by another site, redirects to its page: no file, no toast, no call',
  async ({ csv, page }) => {
    const { portal, browser } = await openPortal();
    for (const site of ['cross-site', 'same-site']) {
      for (const query of ['', '?toast=abc']) {
        const response = await browser.get(csv + query, { 'Sec-Fetch-Site': site });
        expect([response.status, response.headers.location]).toEqual([302, page]);
        expect(response.headers['content-disposition']).toBeUndefined();
        expect(setCookies(response)).toEqual([]);
      }
    }
    expect(portal.calls).toEqual([]);
    expect(load((await browser.get(page)).text)('.toast').length).toBe(0);
    for (const site of ['same-origin', 'none']) {
      expect((await browser.get(csv, { 'Sec-Fetch-Site': site })).type).toBe('text/csv');
    }
  },
);

test('T50: a page that another site requests is not compressed', async () => {
  const { browser } = await openPortal();
  const encodingFor = async (headers: Record<string, string>) =>
    (await browser.get(paths.dashboard, { 'Accept-Encoding': 'br, gzip', ...headers })).headers[
      'content-encoding'
    ];
  expect(await encodingFor({})).toBe('br');
  expect(await encodingFor({ 'Accept-Encoding': 'gzip' })).toBe('gzip');
  expect(await encodingFor({ 'Sec-Fetch-Site': 'same-origin' })).toBe('br');
  for (const site of ['cross-site', 'same-site']) {
    expect([site, await encodingFor({ 'Sec-Fetch-Site': site })]).toEqual([site, undefined]);
  }
});

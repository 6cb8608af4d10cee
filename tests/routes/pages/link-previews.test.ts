import { beforeAll, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import request from 'supertest';
import { openPortal, type TestPortal } from '../../support/portal/portal';

const VIEW = '/leads-capture?q=ann&activity=idle30';

/** The requests of a program of Office for a link in a document, before it hands the address to the browser. */
const EXCEL = [
  ['options', 'Microsoft Office Protocol Discovery'],
  ['head', 'Microsoft Office Existence Discovery'],
  ['get', 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)'],
] as const;

const OUTLOOK = 'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17928; Pro)';
/** The browser in a window of Outlook. */
const WEB_VIEW = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0.0.0 Safari/537.36 ${OUTLOOK}`;

let portal: TestPortal;
beforeAll(async () => {
  ({ portal } = await openPortal({ until: 'file', as: null }));
});

const answerTo = (
  method: 'options' | 'head' | 'get',
  path: string,
  headers: Readonly<Record<string, string>>,
) => request(portal.app)[method](path).set(headers).redirects(0);

test.each([VIEW, '/', '/leads-capture/licenses.csv', '/finishsignup?mode=signIn&apiKey=k&oobCode=c'])(
  'P490: a program of Office that looks at a link before the browser does keeps its address: %s',
  async address => {
    for (const [method, program] of [...EXCEL, ['get', OUTLOOK] as const]) {
      const { status, headers, text } = await answerTo(method, address, { 'User-Agent': program });
      expect([program, status, headers.location, headers['set-cookie']]).toEqual([
        program,
        200,
        undefined,
        undefined,
      ]);
      if (method !== 'get') continue;
      const $ = load(text);
      expect(
        $('a')
          .toArray()
          .map(link => new URL($(link).attr('href') ?? '/', `https://x${address}`).href),
      ).toEqual([`https://x${address}`]);
      expect($('form, script, meta[http-equiv]').not('script[src]').length).toBe(0);
    }
    expect(portal.calls).toEqual([]);
  },
);

test('P490: the browser then opens the view, and a browser inside Outlook is a browser', async () => {
  const browser = await portal.signedIn();
  expect((await browser.visit(VIEW)).address).toBe(VIEW);
  expect(browser.text('h1')).toContain('Lead Capture');
  const inside = { 'User-Agent': WEB_VIEW, 'Sec-Fetch-Dest': 'document' };
  expect((await answerTo('get', VIEW, inside)).headers.location).toBe('/login');
});

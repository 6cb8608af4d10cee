import { describe, expect, test } from '@jest/globals';
import decodeQr from 'qr/decode.js';
import * as faults from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import { allOf } from '../../../shared/products';
import { dana, scanner } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';

const LICENSES = `${paths.invite}?for=licenses`;
const CARDS = `${paths.invite}?for=cards`;

const leadCaptureOnly = dana({ roles: [{ product: 2, entityId: 'acme' }] });
const cardsOnly = dana({ roles: [{ product: 3, entityId: 'acme-cards' }] });

const open = (at: string, options: Parameters<typeof openPortal>[0] = {}) => openPortal({ at, ...options });

/** How many pixels a module has on each side. */
const MODULE = 4;

/** Reads the first QR code of a page or file, as a phone does. */
function scan(html: string): string {
  const code = /viewBox="0 0 (\d+) [^>]+crispEdges.+?<path d="(M[^"]+)"/.exec(html);
  const size = MODULE * Number(code?.[1]);
  const data = new Uint8Array(size * size * 4).fill(255);
  for (const [, x, y] of (code?.[2] ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < MODULE; row++) {
      const start = (Number(y) * MODULE + row) * size + Number(x) * MODULE;
      for (let pixel = start; pixel < start + MODULE; pixel++) data.fill(0, pixel * 4, pixel * 4 + 3);
    }
  }
  return decodeQr({ width: size, height: size, data });
}

describe('the page that invites people', () => {
  test('P360: the Lead Capture page leads to it', async () => {
    const { browser } = await open(paths.leadCapture);
    await browser.visit(browser.$('main a:contains("Invite people")').attr('href') ?? '');
    expect(browser.address).toBe(LICENSES);
    expect(browser.text('h1')).toBe('Invite people');
  });

  test('P360: opened from People, it leads back there, also after a change of the product', async () => {
    const { browser } = await open(paths.people);
    for (const name of ['Invite people', 'Digital Business Cards']) {
      await browser.visit(browser.$(`main a:contains("${name}")`).attr('href') ?? '');
      expect(browser.text('h1')).toBe('Invite people');
      expect(browser.$('main a:contains("People")').attr('href')).toBe(paths.people);
      expect(browser.text('.sidebar [aria-current]')).toBe('People');
    }
  });

  test('P361: the letter has the link and three steps, for licenses with the code, and can be edited', async () => {
    const { browser } = await open(LICENSES);
    expect(browser.text('.subtitle')).toBe('7 licenses are available');
    expect(browser.value('Subject')).not.toBe('');
    expect(browser.value('Text')).toMatch(
      /Acme & Sons.*\n1\..*https:\/\/apps\.example\/scanner\n2\..*\n3\..*ACME-4711\n.*Dana Whitfield$/s,
    );
    expect(browser.has('textarea[readonly]')).toBe(false);
    await browser.visit(CARDS);
    expect(browser.text('.subtitle')).toBe('3 cards are available');
    expect(browser.value('Text')).toMatch(/\n1\..*https:\/\/apps\.example\/cards\n2\./);
    expect(browser.text('main')).not.toContain('ACME-4711');
  });

  test('P361: without a company, a name, a code or a CRM, the letter does without them', async () => {
    const { browser } = await open(LICENSES, {
      accounts: [dana({ company: '', name: '', scanner: scanner({ code: '', integrations: [] }) })],
    });
    expect(browser.value('Text')).toMatch(/^Hello,\n\nWe have .*corporate code\. .*badges\.$/s);
    expect(browser.has('.badge')).toBe(false);
  });

  test('P362: a link opens the letter in a mail program, encoded by RFC 6068', async () => {
    const { browser } = await open(LICENSES, { accounts: [dana({ company: 'Müller & Söhne = 100% 😀' })] });
    const href = browser.href('Open in your mail program');
    expect(href).toMatch(/^mailto:\?subject=[^&]+&body=[^&]+$/);
    const { searchParams } = new URL(href);
    expect(searchParams.get('subject')).toBe(browser.value('Subject'));
    expect(searchParams.get('body')).toBe(browser.value('Text').replaceAll('\n', '\r\n'));
    expect(searchParams.get('body')).toContain('Müller & Söhne = 100% 😀 has');
  });

  test('P363: the QR code of the link is part of the page, and can be downloaded', async () => {
    const { browser } = await open(CARDS);
    const code = browser.$('svg[role=img]');
    expect(code.attr('aria-label')).toBe('QR code of https://apps.example/cards');
    expect(scan(browser.$.html(code))).toBe('https://apps.example/cards');
    const file = await browser.download('Download QR code');
    expect(file.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(file.headers['content-disposition']).toBe('attachment; filename=cards-app-qr-code.svg');
    const svg = file.body.toString();
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 (\d+) \1" /);
    expect(scan(svg)).toBe('https://apps.example/cards');
  });

  test('P366: both products have an address; with one product, nothing of the other one is shown or called', async () => {
    const { browser } = await open(paths.invite);
    expect(browser.texts('.segments a')).toEqual(['Lead Capture', 'Digital Business Cards']);
    await browser.follow('Digital Business Cards');
    for (const [account, title, foreign] of [
      [leadCaptureOnly, 'Your license for the lead-capture app', CARDS],
      [cardsOnly, 'Your digital business card', LICENSES],
    ] as const) {
      const { browser: own, portal } = await open(foreign, { accounts: [account] });
      expect(own.value('Subject')).toBe(title);
      expect(own.texts('.segments a')).toEqual([]);
      expect(portal.calls).toHaveLength(2);
    }
  });

  test('P329: without a product, it says so, and fetches nothing', async () => {
    const { browser, portal } = await open(paths.invite, { accounts: [dana({ roles: [] })] });
    expect(browser.text('main')).toContain('No product activated');
    expect(browser.text('nav')).not.toContain('Invite people');
    expect(portal.calls.map(({ line }) => line)).toEqual(['GET /portalusers']);
  });

  test('P366: if the backend fails, it says so, and people can be invited without the code', async () => {
    const { browser } = await openPortal({ at: LICENSES, faults: ['scannerStats', faults.status(500)] });
    expect(browser.status).toBe(200);
    expect(browser.text('[role=alert]')).toContain('Error loading lead capture information');
    expect(browser.href('Try again')).toBe(LICENSES);
    expect(browser.text('.subtitle')).toBe(`Hand out ${allOf()}`);
    expect(browser.value('Text')).toContain('https://apps.example/scanner');
    await browser.visit(CARDS);
    expect(browser.has('[role=alert]')).toBe(false);
  });

  test('P366: if the roles are not known, it says only that', async () => {
    const { browser } = await openPortal({ at: LICENSES, faults: ['portalUsers', faults.status(500)] });
    expect(browser.text('main')).toContain('User details not available');
    expect(browser.has('textarea')).toBe(false);
  });

  test('P361: says that none are available, and where to request more', async () => {
    const { browser } = await open(LICENSES, {
      accounts: [dana({ scanner: scanner({ licensesPurchased: 3 }) })],
    });
    expect(browser.text('main [role=status]')).toContain('No licenses are available');
    expect(browser.href('Request more')).toBe(`${paths.leadCapture}#request-licenses`);
    await browser.visit(CARDS);
    expect(browser.text('main')).not.toContain('Request more');
  });
});

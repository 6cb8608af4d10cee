import { describe, expect, test } from '@jest/globals';
import * as faults from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import { MEBIBYTE } from '../../../shared/units';
import { toasts } from '../../support/browsers/lists';
import { openPortal } from '../../support/portal/portal';
import { expectHealthy, expectSafe, products, uncached } from './outcomes';

interface Fault {
  readonly how: string;
  readonly fault: faults.Fault;
  /** The status of a download; 502 by default. */
  readonly csv?: 504;
  /** How often the details are fetched; once by default. */
  readonly attempts?: number;
}

const details = { name: 'Dana', company: faults.UPSTREAM_TEXT, roles: [{ product: 2, entityId: 'acme' }] };

const matrix: readonly Fault[] = [
  { how: 'a reset connection', fault: faults.reset, attempts: 2 },
  { how: 'no response', fault: faults.hang, csv: 504 },
  { how: 'a body that stalls', fault: faults.stall, csv: 504 },
  { how: 'a truncated body', fault: faults.truncated },
  { how: 'an endless body', fault: faults.endless },
  { how: '500', fault: faults.status(500) },
  { how: '503', fault: faults.status(503), attempts: 2 },
  { how: '401', fault: faults.status(401), attempts: 2 },
  { how: '403', fault: faults.status(403) },
  { how: '404', fault: faults.status(404) },
  { how: '429', fault: faults.status(429) },
  { how: 'an HTML page', fault: faults.html },
  { how: 'an empty body', fault: faults.empty },
  { how: 'null', fault: faults.json(null) },
  { how: 'a list', fault: faults.json([details]) },
  { how: 'more than 256 KiB', fault: faults.json({ ...details, more: 'x'.repeat(256 * 1024) }) },
];

describe('a portal users backend that answers with', () => {
  const [product] = products;

  test.each(matrix)(
    'P24 P195 F14: $how fails the page, the action and the download; the layout, email address and Logout remain',
    async ({ fault, csv = 502, attempts = 1 }) => {
      const { portal, browser } = await openPortal({ environment: uncached });
      const [other, third, fourth] = [
        await portal.signedIn(),
        await portal.signedIn(),
        await portal.signedIn(),
      ];
      await other.visit(product.path);
      const { action, fields } = other.form('Request Licenses');
      portal.calls.length = 0;
      portal.faults.on('portalUsers', fault);

      const [response, answer] = await Promise.all([
        third.get(product.csv),
        other.post(action, fields),
        browser.visit(product.path),
        fourth.visit(paths.dashboard),
      ]);
      // A slow machine may need longer than a short deadline to connect.
      if (csv === 504) expect(portal.faults.attempts('portalUsers')).toBeLessThanOrEqual(4 * attempts);
      else expect(portal.faults.attempts('portalUsers')).toBe(4 * attempts);
      expect(portal.calls.filter(({ call }) => call !== 'portalUsers')).toEqual([]);
      // The limit plus the socket buffers.
      for (const { bytesSent } of portal.calls) expect(bytesSent).toBeLessThan(16 * MEBIBYTE);

      expectSafe(browser.response);
      expect([browser.status, browser.text('h1')]).toEqual([200, product.title]);
      for (const page of [browser, fourth]) {
        expect(page.texts('main [role=alert]')).toEqual(['User details not available Try again']);
        expect(page.text('main')).not.toMatch(/Not Activated|No access/);
        expect(page.has('main section')).toBe(false);
        expect(page.text('header .person')).toBe('dana@acme.example');
        expect(page.texts('nav[aria-label=Main] a')).toEqual(['Dashboard']);
        expect(page.form('Logout').action).toBe(paths.logout);
      }
      expect(portal.log()).toContain('"User details not available"');

      expectSafe(response);
      expect([response.status, response.headers['content-disposition']]).toEqual([csv, undefined]);

      expectSafe(answer);
      expect([answer.status, answer.headers.location?.split('#')[0]]).toEqual([303, product.path]);
      portal.faults.off();
      await other.visit(product.path);
      expect(toasts(other)).toEqual(['error: User details not available']);
      await browser.follow('Try again');
      expect([browser.address, browser.rows(product.table).length]).toEqual([product.path, 3]);
    },
  );

  test.each([
    ['a reset connection', faults.reset],
    ['502', faults.status(502)],
    ['401', faults.status(401)],
  ])('%s once is retried', async (_case, fault) => {
    const { portal, browser } = await openPortal({ environment: uncached });
    portal.faults.on('portalUsers', fault, { times: 1 });
    await expectHealthy(browser, product);
    expect(portal.faults.active()).toEqual([]);
  });
});

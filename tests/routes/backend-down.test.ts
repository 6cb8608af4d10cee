import { describe, expect, test } from '@jest/globals';
import type { Dependencies } from '../../server/dependencies';
import {
  anotherHost,
  closedConnection,
  endlessAnswers,
  refusals,
  status,
  UPSTREAM_WORDS,
  unreadableAnswers,
} from '../support/faults';
import { startPortal } from '../support/portal';

const unforeseen = async () => {
  throw new TypeError('Something unforeseen');
};

describe.each([
  {
    title: 'Lead Capture',
    page: '/leads-capture',
    table: 'Activated licenses',
    other: 'Digital Business Cards',
    otherTable: 'Claimed cards',
    stats: /scanneraccount.*stats$/,
    message: 'Error loading lead capture information',
    logged: 'Failed to get scanner account stats',
    broken: ({ scanner: real }: Dependencies) => ({ scanner: { ...real, stats: unforeseen } }),
  },
  {
    title: 'Digital Business Cards',
    page: '/digital-business-cards',
    table: 'Claimed cards',
    other: 'Lead Capture',
    otherTable: 'Activated licenses',
    stats: /companies.*stats$/,
    message: 'Failed to get company stats',
    logged: 'Failed to get company stats',
    broken: ({ ecard: real }: Dependencies) => ({ ecard: { ...real, stats: unforeseen } }),
  },
])(
  'the $title page, when its backend is down',
  ({ title, page, table, other, otherTable, stats, message, logged, broken }) => {
    test.each([...refusals, ...unreadableAnswers, ...closedConnection, ...endlessAnswers])(
      'and answers with %s, says so in a red alert, and the rest of the portal works',
      async (_how, respond) => {
        const portal = await startPortal();
        const browser = await portal.signedIn();
        portal.faults.push({ match: stats, respond });
        await browser.visit(page);
        expect(browser.status).toBe(200);
        expect(browser.text('h1')).toBe(title);
        expect(browser.texts('main .alert.error[role=alert]')).toEqual([message]);
        expect(browser.has('main table, main dl, main form')).toBe(false);
        expect(browser.response.text).not.toContain(UPSTREAM_WORDS);
        expect(browser.text('header')).toContain('Dana Whitfield');
        expect(browser.form('Logout').action).toBe('/logout');
        expect(portal.log()).toContain(`"${logged}"`);
        await browser.follow(other);
        expect(browser.rows(otherTable).length).toBeGreaterThan(0);

        portal.faults.length = 0;
        await browser.visit(page);
        expect(browser.rows(table).length).toBeGreaterThan(0);
      },
    );

    test('T24: and sends the portal to another host, does not go there, nor does the token', async () => {
      const elsewhere = await anotherHost();
      const portal = await startPortal();
      const browser = await portal.signedIn();
      portal.faults.push({ match: stats, respond: elsewhere.redirectsThere });
      await browser.visit(page);
      await elsewhere.close();
      expect(browser.text('main [role=alert]')).toBe(message);
      expect(elsewhere.requests).toEqual([]);
    });

    test('can be tried again in the same list state', async () => {
      const portal = await startPortal();
      const browser = await portal.signedIn();
      portal.faults.push({ match: stats, respond: status(500) });
      await browser.visit(`${page}?q=ada`);
      portal.faults.length = 0;
      await browser.follow('Try again');
      expect(browser.address).toBe(`${page}?q=ada`);
      expect(browser.rows(table)).toHaveLength(1);
    });

    test('in a way that nobody has foreseen, says so and is logged as such', async () => {
      const portal = await startPortal({ replace: broken });
      const browser = await portal.signedIn();
      await browser.visit(page);
      expect(browser.text('main [role=alert]')).toBe(message);
      expect(browser.response.text).not.toContain('unforeseen');
      expect(portal.log()).toContain('"Failed to fetch stats"');
    });
  },
);

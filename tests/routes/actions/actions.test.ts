import { describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import type { Call } from '../../../scripts/sandbox/backend-calls';
import * as faults from '../../../scripts/sandbox/faults';
import type { Dependencies } from '../../../server/dependencies';
import { toasts } from '../../support/browsers/lists';
import { dana, details, eve } from '../../support/data/accounts';
import { openPortal, type PortalOptions } from '../../support/portal/portal';

const DETAILS = 'GET /portalusers';
const SCANNER_STATS = 'GET /portal/scanneraccount/acme/stats';
const CARD_STATS = 'GET /portal/companies/acme-cards/stats';

const throwUnexpected = async () => {
  throw new TypeError('Something unexpected');
};

const requestsFailed = 'Failed to request licenses. Please try again.';

const actions = [
  {
    action: 'P172 P197 P211: revoking a license',
    page: '/leads-capture?q=acme&dir=asc',
    open: '&revoke=U-1',
    button: 'Revoke License',
    before: [SCANNER_STATS],
    after: [SCANNER_STATS, DETAILS],
    call: 'DELETE /licencing/portal/scanneraccount/acme/licences/U-1',
    name: 'scannerRevoke' as Call,
    done: 'License revoked successfully',
    roleMissing: 'Scanner account access not found',
    broken: ({ scanner: real }: Dependencies) => ({ scanner: { ...real, revokeLicense: throwUnexpected } }),
    fallback: ['Failed to remove license', 'Failed to remove license'],
  },
  {
    action: 'P81 P171 P198: requesting licenses',
    page: '/leads-capture?q=acme&dir=asc',
    open: '',
    button: 'Request Licenses',
    before: [],
    after: [DETAILS, SCANNER_STATS],
    call: 'POST /portal/scanneraccount/acme/topup',
    name: 'scannerTopUp' as Call,
    done: 'License request submitted successfully!',
    roleMissing: 'No Scanner role found for user',
    broken: ({ scanner: real }: Dependencies) => ({ scanner: { ...real, requestLicenses: throwUnexpected } }),
    fallback: [requestsFailed, 'Failed to request licenses'],
  },
  {
    action: 'P176 P199 P212: deactivating a card',
    page: '/digital-business-cards?q=acme&sort=name&ndir=asc',
    open: '&deactivate=c1',
    button: 'Deactivate Card',
    before: [CARD_STATS],
    after: [CARD_STATS, DETAILS],
    call: 'DELETE /portal/nfcprofiles/c1/clear',
    name: 'ecardClear' as Call,
    done: 'Digital business card deactivated successfully',
    roleMissing: 'No Digital Business Cards access',
    broken: ({ ecard: real }: Dependencies) => ({ ecard: { ...real, deactivateCard: throwUnexpected } }),
    fallback: ['Failed to remove digital business card', 'Failed to remove digital business card'],
  },
  {
    action: 'P105 P175 P210: requesting cards',
    page: '/digital-business-cards?q=acme&sort=name&ndir=asc',
    open: '',
    button: 'Request Licenses',
    before: [],
    after: [DETAILS, CARD_STATS],
    call: 'POST /portal/companies/acme-cards/topup',
    name: 'ecardTopUp' as Call,
    done: 'License request submitted successfully!',
    roleMissing: 'No Digital Business Cards access',
    broken: ({ ecard: real }: Dependencies) => ({ ecard: { ...real, requestLicenses: throwUnexpected } }),
    fallback: [requestsFailed, 'Failed to request licenses'],
  },
  {
    action: 'P177 P213: requesting all profile data',
    page: '/digital-business-cards?q=acme&sort=name&ndir=asc',
    open: '&dialog=profile-data',
    button: 'Confirm',
    before: [],
    after: [DETAILS, CARD_STATS],
    call: 'POST /portal/companies/acme-cards/export',
    name: 'ecardExport' as Call,
    done: 'Export request submitted successfully. You will receive an email with the complete data shortly.',
    roleMissing: 'No Digital Business Cards access',
    broken: ({ ecard: real }: Dependencies) => ({ ecard: { ...real, requestProfileData: throwUnexpected } }),
    fallback: ['Failed to submit export request', 'Failed to submit export request'],
  },
];

describe.each(actions)('$action', ({ page, open, button, before, call, after, name, done, ...more }) => {
  const { roleMissing, broken, fallback } = more;

  /** Returns a browser on the page with the button. */
  async function openForm(options?: PortalOptions) {
    const { portal, browser } = await openPortal({ at: page + open, ...options });
    portal.calls.length = 0;
    const calls = () => portal.calls.map(({ line }) => line);
    return { portal, browser, calls };
  }

  test('P144 P165: makes its call, shows one toast, and keeps the list state', async () => {
    const { portal, browser, calls } = await openForm();
    const bodies: (string | undefined)[] = [];
    portal.faults.on(name, ({ request, pass }) => {
      bodies.push(request.headers['content-length'] ?? '0');
      pass();
    });
    await browser.press(button);
    expect(toasts(browser)).toEqual([`success: ${done}`]);
    expect(browser.address).toBe(page);
    expect(calls()).toEqual([DETAILS, ...before, call, ...after]);
    expect(bodies).toEqual(['0']);
    for (const { authorization = '', contentType } of portal.calls) {
      expect(authorization).toMatch(/^Bearer \S+$/);
      expect(decodeJwt(authorization.slice('Bearer '.length)).email).toBe('dana@acme.example');
      expect(contentType).toBe('application/json');
    }
    await browser.visit(page);
    expect(toasts(browser)).toEqual([]);
  });

  test('T27 P145: makes one call, even if the form is sent repeatedly, with the same response', async () => {
    const { portal, browser } = await openForm();
    const { action, fields } = browser.form(button);
    const answers = await Promise.all([browser.post(action, fields), browser.post(action, fields)]);
    expect(answers.map(answer => answer.status)).toEqual([303, 303]);
    await browser.visit(page);
    expect(toasts(browser)).toEqual([`success: ${done}`]);
    await browser.post(action, fields);
    await browser.visit(page);
    expect(toasts(browser)).toEqual([`success: ${done}`]);
    expect(portal.faults.attempts(name)).toBe(1);
  });

  test('P192 P193 P194: reports an unexpected error', async () => {
    const [toast, message] = fallback;
    const { portal, browser } = await openForm({ replace: broken });
    await browser.press(button);
    expect(toasts(browser)).toEqual([`error: ${toast}`]);
    expect(portal.log()).toContain(`"${message}"`);
    expect(browser.response.text).not.toContain('Something unexpected');
  });

  test('T22 P146: makes no call without the role', async () => {
    const { portal, browser, calls } = await openForm();
    portal.faults.on('portalUsers', details({ roles: [] }));
    await browser.press(button);
    expect(toasts(browser)).toEqual([`error: ${roleMissing}`]);
    expect(calls()).toEqual([DETAILS, DETAILS]);
  });

  test('P146 P195: makes no call without the user details', async () => {
    const { portal, browser, calls } = await openForm();
    portal.faults.on('portalUsers', faults.status(500));
    await browser.press(button);
    expect(toasts(browser)).toEqual(['error: User details not available']);
    expect(calls().filter(line => line !== DETAILS)).toEqual([]);
  });
});

describe.each([
  {
    action: 'revoking a license',
    page: '/leads-capture',
    dialog: 'revoke',
    known: 'U-1',
    withoutEmail: 'N-1',
    button: 'Revoke License',
    field: 'licenseId',
    stats: 'scannerStats' as Call,
    rowOf: (id: unknown) => ({ appId: id, email: 'odd@a.example' }),
    path: (id: string) => `/licencing/portal/scanneraccount/acme/licences/${id}`,
    failed: 'Failed to revoke license',
  },
  {
    action: 'deactivating a card',
    page: '/digital-business-cards',
    dialog: 'deactivate',
    known: 'c1',
    withoutEmail: 'c3',
    button: 'Deactivate Card',
    field: 'cardId',
    stats: 'ecardStats' as Call,
    rowOf: (id: unknown) => ({ code: id, email: 'odd@a.example' }),
    path: (id: string) => `/portal/nfcprofiles/${id}/clear`,
    failed: 'Failed to deactivate digital business card',
  },
])(
  'the ID for $action',
  ({ page, dialog, known, withoutEmail, button, field, stats, rowOf, path, failed }) => {
    test.each([
      ['belongs to another company', 'foreign'],
      ['belongs to no email address', withoutEmail],
      ['does not exist', 'none'],
      ['is empty', ''],
      ['is incomplete', known.slice(0, -1)],
      ['is a path', `../${known}`],
      ['ends with a space', `${known} `],
    ])('T21 P101 P127: is rejected without a call if it %s', async (_case, id) => {
      const { portal, browser } = await openPortal({
        at: `${page}?${dialog}=${known}`,
        accounts: [dana(), eve()],
      });
      const { action, fields } = browser.form(button);
      await browser.post(`${action}?entityId=evil`, { ...fields, [field]: id, entityId: 'evil-cards' });
      const calls = portal.calls.map(({ line }) => line);
      expect(calls.filter(line => line.startsWith('DELETE') || line.includes('evil'))).toEqual([]);
      await browser.visit(page);
      expect(toasts(browser)).toEqual([`error: ${failed}: it is no longer in the list.`]);
    });

    test.each([
      ['is empty', ''],
      ['does not exist', 'none'],
      ['belongs to another company', 'foreign'],
      ['belongs to no email address', withoutEmail],
    ])('T21: opens no dialog if it %s', async (_case, id) => {
      const { browser } = await openPortal({ at: `${page}?${dialog}=${id}`, accounts: [dana(), eve()] });
      expect(browser.status).toBe(200);
      expect(browser.has('main table')).toBe(true);
      expect(browser.has('dialog[open]')).toBe(false);
    });

    test('T21: is rejected if the list cannot be fetched', async () => {
      const { portal, browser } = await openPortal({ at: `${page}?${dialog}=${known}` });
      portal.faults.on(stats, faults.status(500));
      await browser.press(button);
      expect(toasts(browser)).toEqual([`error: ${failed}`]);
      expect(portal.calls.filter(({ line }) => line.startsWith('DELETE'))).toEqual([]);
    });

    /** Removes the only row, which has this ID. Returns the DELETE calls. */
    async function removeRow(id: unknown, write = (value: unknown) => JSON.stringify(value)) {
      const { portal, browser } = await openPortal();
      portal.faults.on(stats, faults.content(write({ userStats: [rowOf(id)] })));
      portal.faults.on(['scannerRevoke', 'ecardClear'], faults.status(200));
      await browser.visit(page);
      // A row without an ID has no dialog, but a form may still say that it is empty.
      if (browser.has('tbody a[data-dialog]')) await browser.follow('Deactivate');
      else await browser.visit(`${page}?${dialog}=`);
      if (browser.has('dialog[open]')) await browser.press(button);
      return portal.calls.map(({ line }) => line).filter(line => line.startsWith('DELETE'));
    }

    test.each([
      ['a slash', 'a/b'],
      ['a path', '../../portal/scanneraccount/acme/topup'],
      ['a question mark', 'a?b=c'],
      ['a hash', 'a#b'],
      ['an encoded dot', 'a%2e'],
      ['two encoded dots', '%2e%2e'],
      ['a backslash', '..\\b'],
      ['spaces around it', ' U 1 '],
      ['three dots', '...'],
      ['letters outside ASCII', 'ü-Ж-中'],
      ['markup', '"><b>'],
      ['a line break', 'a\r\nb'],
      ['a header line', '\r\nHost: evil.example'],
      ['the name of a built-in property', '__proto__'],
      ['10,000 letters', 'x'.repeat(10_000)],
    ])('T23: is encoded as one path segment if it has %s', async (_case, id) => {
      expect(await removeRow(id)).toEqual([`DELETE ${path(encodeURIComponent(id))}`]);
    });

    test.each([
      ['two dots', '..'],
      ['one dot', '.'],
      ['empty', ''],
      ['an unpaired surrogate', '\uD800'],
    ])('T23: causes no call if it is %s', async (_case, id) => {
      expect(await removeRow(id)).toEqual([]);
    });

    test('T23: causes no call if it is a number beyond the safe integers', async () => {
      const withNumber = (stats: unknown) => JSON.stringify(stats).replace('"id"', '12345678901234567890');
      expect(await removeRow('id', withNumber)).toEqual([]);
    });
  },
);

describe('adding a card', () => {
  test('P112: is not supported, and makes no call', async () => {
    const { portal, browser } = await openPortal();
    const answer = await browser.post('/digital-business-cards/cards', {
      name: 'Ada',
      email: 'ada@acme.example',
    });
    expect(answer.status).toBe(501);
    expect(answer.text).toBe('Adding digital business cards is not supported by the API');
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(portal.calls).toEqual([]);
  });
});

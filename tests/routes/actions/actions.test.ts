import { describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { type Call, removalCalls } from '../../../scripts/sandbox/backend-calls';
import * as faults from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import { toasts } from '../../support/browsers/lists';
import { dana, details, eve } from '../../support/data/accounts';
import {
  deactivateCard,
  requestCards,
  requestLicenses,
  requestProfileData,
  revokeLicense,
} from '../../support/data/actions';
import { openPortal, type PortalOptions, withProduct } from '../../support/portal/portal';

const DETAILS = 'GET /portalusers';
const SCANNER_STATS = 'GET /portal/scanneraccount/acme/stats';
const CARD_STATS = 'GET /portal/companies/acme-cards/stats';

const throwUnexpected = async () => {
  throw new TypeError('Something unexpected');
};

const LICENSES_STATE = '?q=acme&dir=asc';
const CARDS_STATE = '?q=acme&sort=name&ndir=asc';

const requestsFailed = 'Failed to request licenses. Please try again.';

const actions = [
  {
    title: 'P171 P197 P210: revoking a license',
    ...{ action: revokeLicense, state: LICENSES_STATE },
    line: 'DELETE /licencing/portal/scanneraccount/acme/licences/U-1',
    roleMissing: 'Scanner account access not found',
    productKey: 'license' as const,
    fallback: ['Failed to remove license', 'Failed to remove license'],
  },
  {
    title: 'P81 P171 P197: requesting licenses',
    ...{ action: requestLicenses, state: LICENSES_STATE },
    line: 'POST /portal/scanneraccount/acme/topup',
    roleMissing: 'No Scanner role found for user',
    productKey: 'license' as const,
    fallback: [requestsFailed, 'Failed to request licenses'],
  },
  {
    title: 'P175 P197 P210: deactivating a card',
    ...{ action: deactivateCard, state: CARDS_STATE },
    line: 'DELETE /portal/nfcprofiles/c1/clear',
    roleMissing: 'No Digital Business Cards access',
    productKey: 'card' as const,
    fallback: ['Failed to remove digital business card', 'Failed to remove digital business card'],
  },
  {
    title: 'P104 P175 P210: requesting cards',
    ...{ action: requestCards, state: CARDS_STATE },
    line: 'POST /portal/companies/acme-cards/topup',
    roleMissing: 'No Digital Business Cards access',
    productKey: 'card' as const,
    fallback: [requestsFailed, 'Failed to request licenses'],
  },
  {
    title: 'P175 P210: requesting all profile data',
    ...{ action: requestProfileData, state: CARDS_STATE },
    line: 'POST /portal/companies/acme-cards/export',
    roleMissing: 'No Digital Business Cards access',
    productKey: 'card' as const,
    fallback: ['Failed to submit export request', 'Failed to submit export request'],
  },
];

describe.each(actions)('$title', ({ action, state, line, roleMissing, productKey, fallback }) => {
  const { open, button, call, done } = action;
  const page = action.page + state;
  const stats = action.page === paths.leadCapture ? SCANNER_STATS : CARD_STATS;
  // A removal fetches the list before it, and again to settle its outcome.
  const [before, after] = line.startsWith('DELETE') ? [[stats], [stats, DETAILS]] : [[], [DETAILS, stats]];

  async function openForm(options?: PortalOptions) {
    const { portal, browser } = await openPortal({ at: page + open.replace('?', '&'), ...options });
    portal.calls.length = 0;
    const calls = () => portal.calls.map(({ line }) => line);
    return { portal, browser, calls };
  }

  test('P144 P165: makes its call, shows one toast, and keeps the list state', async () => {
    const { portal, browser, calls } = await openForm();
    const bodies: (string | undefined)[] = [];
    portal.faults.on(call, ({ request, pass }) => {
      bodies.push(request.headers['content-length'] ?? '0');
      pass();
    });
    await browser.press(button);
    expect(toasts(browser)).toEqual([`success: ${done}`]);
    expect(browser.address).toBe(page);
    expect(calls()).toEqual([DETAILS, ...before, line, ...after]);
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
    expect(portal.faults.attempts(call)).toBe(1);
  });

  test('P191 P193 P185: reports an unexpected error', async () => {
    const [toast, message] = fallback;
    const { portal, browser } = await openForm({
      replace: ({ backends }) => ({
        backends: withProduct(backends, productKey, { send: throwUnexpected }),
      }),
    });
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
});

describe.each([
  {
    title: 'revoking a license',
    ...revokeLicense,
    stats: 'scannerStats' as Call,
    known: 'U-1',
    withoutEmail: 'N-1',
    rowOf: (id: unknown) => ({ appId: id, email: 'odd@a.example' }),
    path: (id: string) => `/licencing/portal/scanneraccount/acme/licences/${id}`,
  },
  {
    title: 'deactivating a card',
    ...deactivateCard,
    stats: 'ecardStats' as Call,
    known: 'c1',
    withoutEmail: 'c3',
    rowOf: (id: unknown) => ({ code: id, email: 'odd@a.example' }),
    path: (id: string) => `/portal/nfcprofiles/${id}/clear`,
  },
])(
  'the ID for $title',
  ({ page, dialog, known, withoutEmail, button, field, stats, rowOf, path, failed }) => {
    test.each([
      ['belongs to another company', 'foreign'],
      ['belongs to no email address', withoutEmail],
      ['does not exist', 'none'],
      ['is empty', ''],
      ['is incomplete', known.slice(0, -1)],
      ['is a path', `../${known}`],
      ['ends with a space', `${known} `],
    ])('T21 P101 P127: opens no dialog, and is rejected without a call, if it %s', async (_case, id) => {
      const { portal, browser } = await openPortal({
        at: `${page}?${dialog}=${known}`,
        accounts: [dana(), eve()],
      });
      const { action, fields } = browser.form(button);
      await browser.post(`${action}?entityId=evil`, { ...fields, [field]: id, entityId: 'evil-cards' });
      const calls = portal.calls.map(({ line }) => line);
      expect(calls.filter(line => line.startsWith('DELETE') || line.includes('evil'))).toEqual([]);
      await browser.visit(`${page}?${dialog}=${encodeURIComponent(id)}`);
      expect(toasts(browser)).toEqual([`error: ${failed}: it is no longer in the list.`]);
      expect([browser.has('main table'), browser.has('dialog[open]')]).toEqual([true, false]);
    });

    test('T21: is rejected if the list cannot be fetched', async () => {
      const { portal, browser } = await openPortal({ at: `${page}?${dialog}=${known}` });
      portal.faults.on(stats, faults.status(500));
      await browser.press(button);
      expect(toasts(browser)).toEqual([`error: ${failed}`]);
      expect(portal.removals()).toEqual([]);
    });

    /** Removes the only row, which has this ID. Returns the DELETE calls. */
    async function removeRow(id: unknown, write = (value: unknown) => JSON.stringify(value)) {
      const { portal, browser } = await openPortal();
      portal.faults.on(stats, faults.content(write({ userStats: [rowOf(id)] })));
      portal.faults.on(removalCalls, faults.status(200));
      await browser.visit(page);
      // A row without an ID has no dialog, but a form may still say that it is empty.
      if (browser.has('tbody a[data-dialog]')) await browser.follow('Deactivate');
      else await browser.visit(`${page}?${dialog}=`);
      if (browser.has('dialog[open]')) await browser.press(button);
      return portal.calls.map(({ line }) => line).filter(line => line.startsWith('DELETE'));
    }

    test.each(['../../portal/scanneraccount/acme/topup', 'a?b=c', '%2e%2e', 'ü-Ж', '\r\nHost: evil.example'])(
      'T23: is encoded as one path segment: %j',
      async id => {
        expect(await removeRow(id)).toEqual([`DELETE ${path(encodeURIComponent(id))}`]);
      },
    );

    test.each(['..', '.', ''])('T23: causes no call if it is %j', async id => {
      expect(await removeRow(id)).toEqual([]);
    });

    test('T23: causes no call if it is a number beyond the safe integers', async () => {
      const withNumber = (stats: unknown) => JSON.stringify(stats).replace('"id"', '12345678901234567890');
      expect(await removeRow('id', withNumber)).toEqual([]);
    });
  },
);

test('P112: adding a card is not supported, and makes no call', async () => {
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

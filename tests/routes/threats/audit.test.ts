import { hash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { paths, requestLicensesPath } from '../../../shared/paths';
import { ended, review } from '../../support/browsers/removals';
import { openPortal } from '../../support/portal/portal';

const DANA = 'dana@acme.example';

test('T49 P251: each sign-in, action, removal, download and logout has a line', async () => {
  const { portal, browser } = await openPortal({
    environment: { TRUST_PROXY: '1' },
    headers: { 'X-Forwarded-For': '203.0.113.9:4711' },
  });
  await browser.post(requestLicensesPath(paths.leadCapture));
  await browser.post(paths.revokeLicense, { licenseId: 'U-1', email: 'ada@acme.example' });
  await browser.post(paths.revokeLicense, { licenseId: 'U-2', email: 'ada@acme.example' });
  await browser.post(paths.revokeLicense, { licenseId: DANA });
  await browser.post(requestLicensesPath(paths.cards));
  await browser.post(paths.deactivateCard, { cardId: 'c1', email: 'ada@acme.example' });
  await browser.post(paths.requestProfileData);
  await browser.get('/leads-capture/licenses.csv');
  await review(browser, ['U-2']);
  await browser.press('Revoke 1 license');
  await ended(browser);
  const job = new URLSearchParams(browser.address.split('?')[1]).get('run');
  await browser.download('Receipt of this removal as CSV');
  await browser.post(paths.logout);
  await browser.post('/finishsignup?mode=signIn&apiKey=k&oobCode=used', { email: DANA });

  const user = hash('sha256', `user-${DANA}`, 'base64url').slice(0, 12);
  const lines = portal.logLines().filter(line => 'audit' in line);
  expect(lines.map(line => [line.audit, line.user, line.entity, line.item, line.outcome])).toEqual([
    ['sign-in', user, undefined, undefined, 'ok'],
    ['request', user, 'acme', undefined, 'licensesRequested'],
    ['revoke', user, 'acme', 'U-1', 'licenseRevoked'],
    ['revoke', user, 'acme', 'U-2', 'licenseReassigned'],
    ['revoke', user, 'acme', '(not an ID)', 'licenseNotListed'],
    ['request', user, 'acme-cards', undefined, 'licensesRequested'],
    ['deactivation', user, 'acme-cards', 'c1', 'cardDeactivated'],
    ['profile-data request', user, 'acme-cards', undefined, 'profileDataRequested'],
    ['download', user, 'acme', 'licenses-export', 'ok'],
    ['removal', user, 'acme', undefined, 'begins'],
    ['revoke', user, 'acme', 'U-2', 'removed'],
    ['download', user, undefined, 'removal-receipt', 'ok'],
    ['logout', user, undefined, undefined, 'ok'],
    ['sign-in', undefined, undefined, undefined, 'failed'],
  ]);
  for (const { client: address, reqId } of lines) {
    expect([address, typeof reqId]).toEqual(['203.0.113.9', 'string']);
  }
  expect(lines.filter(line => line.job === job).map(({ item, items }) => item ?? items)).toEqual([
    ['U-2'],
    'U-2',
    'removal-receipt',
  ]);
  expect(portal.log()).not.toMatch(/@|eyJ|AMf-/);
});

test('T49: files without personal data have a line, and those that are no longer available', async () => {
  const { portal, browser } = await openPortal();
  await browser.get('/invite/qr-code.svg');
  // No file is sent.
  await browser.head('/invite/qr-code.svg');
  await browser.get(`${paths.askFirstFile}?review=expired`);
  await browser.get('/removals/receipt.csv?run=ada@acme.example');

  const downloads = portal.logLines().filter(({ audit }) => audit === 'download');
  expect(downloads.map(({ item, job, outcome }) => [item, job, outcome])).toEqual([
    ['qr-code', undefined, 'ok'],
    [undefined, undefined, 'redirected'],
    ['removal-receipt', '(not an ID)', 'redirected'],
  ]);
  expect(portal.log()).not.toContain('ada@acme.example');
});

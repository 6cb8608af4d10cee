import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { dana, license, licenses, scanner } from '../support/accounts';
import { eventually } from '../support/eventually';
import { NoJsBrowser } from '../support/no-js-browser';
import { startRealPortal } from '../support/server';

const EMAIL = 'dana@acme.example';
const odd = license({ appId: 'Odd/1 %25', email: '"Büro, ""Süd"""\n@acme.example', leadsTotal: 9999 });

test('an administrator signs in by email and manages licenses, without JavaScript', async () => {
  const portal = await startRealPortal({
    accounts: [
      dana({
        scanner: scanner({ licensesPurchased: 100, licenses: [...licenses(60), odd, { appId: 'N-1' }] }),
      }),
    ],
    topUpDelay: 300,
  });
  const browser = new NoJsBrowser(portal.origin);
  const emails = () => browser.rows('Activated licenses').map(([email]) => email);
  const figures = () => browser.texts('.metric dd').map(figure => figure.split(' ')[0]);

  await browser.visit('/');
  expect(browser.address).toBe('/login');
  await browser.fill('Email Address', EMAIL).press('Send Magic Link');
  expect(browser.text()).toContain('Check your inbox: we have sent you a secure link to sign in.');

  const link = await portal.latestLink(EMAIL);
  await browser.visit(link);
  await browser.press('Continue to the portal');
  expect(browser.text()).toContain('Sign-in Successful!');
  await browser.follow('Go to the dashboard now');
  expect(browser.address).toBe('/dashboard');
  expect(browser.text('header')).toContain('Dana Whitfield');

  await browser.follow('Lead Capture');
  expect(figures()).toEqual(['100', '61', '39']);
  expect(browser.text()).toContain('Showing 61 items');
  expect(emails()).toHaveLength(25);
  expect(emails()[0]).toBe('u-0001@acme.example');

  await browser.follow('Page 3');
  expect(emails()).toHaveLength(11);
  await browser.follow('Leads all time ↕');
  expect(browser.rows('Activated licenses')[0]?.[1]).toBe(odd.appId);

  await browser.fill('Search activated licenses', 'u-000').press('Search');
  expect(browser.text()).toContain('Showing 9 of 61 results (filtered from 61 total)');
  expect(parse((await browser.download('Export activated licenses')).text, { columns: true })).toHaveLength(
    9,
  );
  await browser.follow('Clear');

  const download = await browser.download('Export activated licenses');
  expect(download.headers['content-disposition']).toMatch(/licenses-export-\d{4}-\d\d-\d\d\.csv/);
  const exported: string[][] = parse(download.text);
  expect(exported).toHaveLength(62);
  expect(exported.slice(0, 3)).toEqual([
    ['email', 'userId', 'leadsLast30Days', 'totalLeads'],
    // The second line starts with a character that could start a formula (T41).
    [odd.email?.replace('\n@', "\n'@"), odd.appId, '0', '9999'],
    ['u-0001@acme.example', 'U-0001', '60', '600'],
  ]);

  await browser.follow('Deactivate the license of u-0002@acme.example');
  expect(browser.text('dialog')).toContain(
    'Are you sure you want to revoke the license of: u-0002@acme.example',
  );
  await browser.follow('Cancel');
  expect(emails()).toContain('u-0002@acme.example');
  await browser.follow('Deactivate the license of u-0002@acme.example');
  await browser.press('Revoke License');
  expect(browser.text('.toasts')).toBe('License revoked successfully');
  expect(emails()).not.toContain('u-0002@acme.example');
  expect(figures()).toEqual(['100', '60', '40']);

  expect(browser.texts('#non-activated-licenses li code')).toEqual(['N-1']);
  await browser.press('Request Licenses');
  expect(browser.text('.toasts')).toBe('License request submitted successfully!');
  await eventually('the requested licenses are listed', async () => {
    await browser.reload();
    return browser.texts('#non-activated-licenses li code').length === 11;
  });
  expect(figures()).toEqual(['110', '60', '50']);

  await browser.press('Logout');
  expect(browser.address).toBe('/login');
  await browser.visit('/leads-capture');
  expect(browser.address).toBe('/login');
  await browser.visit(link);
  await browser.fill('Email Address', EMAIL).press('Sign in');
  expect(browser.text()).toContain('Failed to sign in. Please try requesting a new magic link.');
});

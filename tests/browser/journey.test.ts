import { beforeAll, expect, test } from '@jest/globals';
import { dana, licenses, scanner } from '../support/accounts';
import { download, holdRequests, openPage, waitForClosedDialog } from '../support/chromium';
import { eventually } from '../support/eventually';
import { type RealPortal, startRealPortal } from '../support/server';

function account(email: string, entityId: string) {
  const { ecard: _, ...withoutCards } = dana({
    email,
    roles: [{ product: 2, entityId }],
    scanner: scanner({ licensesPurchased: 100, licenses: [...licenses(60), { appId: 'N-1' }] }),
  });
  return withoutCards;
}

let portal: RealPortal;
beforeAll(async () => {
  const accounts = [account('on@acme.example', 'on'), account('off@acme.example', 'off')];
  portal = await startRealPortal({ accounts, topUpDelay: 300 });
});

test.each(['on', 'off'])(
  'an administrator signs in and manages licenses with JavaScript %s',
  async setting => {
    const javaScript = setting === 'on';
    const email = `${setting}@acme.example`;
    const { page } = await openPage(portal.origin, { javaScriptEnabled: javaScript });
    const row = (owner: string) => page.getByRole('row').filter({ hasText: owner });
    const emails = () => page.getByRole('row').locator('[data-column=email]').allTextContents();
    const figures = () => page.locator('.metric dd').allTextContents();
    const toast = (text: string) => page.locator('.toast').filter({ hasText: text }).first();
    const pages = page.getByRole('navigation', { name: 'Pages of activated licenses', exact: true });

    await page.goto('/');
    expect(new URL(page.url()).pathname).toBe('/login');
    await page.getByLabel('Email Address').fill(email);
    await page.getByRole('button', { name: 'Send Magic Link' }).click();
    await page.getByText('Check your inbox: we have sent you a secure link to sign in.').waitFor();

    const releaseDashboard = await holdRequests(page, '/dashboard');
    await page.goto(await portal.latestLink(email));
    if (!javaScript) await page.getByRole('button', { name: 'Continue to the portal' }).click();
    await page.getByText('Sign-in Successful!').waitFor();
    await releaseDashboard();
    await page.waitForURL('/dashboard');

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lead Capture' }).click();
    await page.getByText('Showing 60 items').waitFor();
    await page.waitForLoadState();
    expect(await emails()).toHaveLength(25);
    await pages.getByRole('link', { name: 'Page 3' }).click();
    await row('u-0060@acme.example').waitFor();
    await page.waitForLoadState();
    expect(await emails()).toHaveLength(10);

    await page.getByRole('link', { name: 'Leads last 30' }).click();
    await page
      .getByRole('columnheader', { name: 'Leads last 30' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    await page.waitForLoadState();
    expect((await emails())[0]).toBe('u-0060@acme.example');

    await page.getByRole('searchbox', { name: 'Search activated licenses' }).fill('u-000');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('Showing 9 of 60 results (filtered from 60 total)').waitFor();
    await page.waitForLoadState();
    expect((await emails())[0]).toBe('u-0009@acme.example');

    const link = page.getByRole('link', { name: 'Export activated licenses' });
    const [{ name, rows }] = await Promise.all([
      download(page, link),
      // Without JavaScript, the toast is shown on the next page.
      javaScript && toast('Exported 9 license(s) to licenses-export-filtered').waitFor(),
    ]);
    expect(name).toMatch(/^licenses-export-filtered-u_000-\d{4}-\d\d-\d\d\.csv$/);
    expect(rows).toHaveLength(9);
    expect(rows[0]).toEqual(['u-0009@acme.example', 'U-0009', '52', '520']);

    const dialog = page.getByRole('dialog', { name: 'Confirm License Revocation' });
    await row('u-0002@acme.example').getByText('Deactivate').click();
    await dialog.getByText('u-0002@acme.example').waitFor();
    await dialog.getByText('Cancel').click();
    await waitForClosedDialog(page);
    await row('u-0002@acme.example').getByText('Deactivate').click();
    await dialog.getByRole('button', { name: 'Revoke License' }).click();
    await toast('License revoked successfully').waitFor();
    await row('u-0002@acme.example').waitFor({ state: 'detached' });
    await page.getByText('Showing 8 of 59 results (filtered from 59 total)').waitFor();
    expect((await figures()).map(figure => figure.split(' ')[0])).toEqual(['100', '59', '41']);

    await page.getByRole('button', { name: 'Request Licenses' }).click();
    await toast('License request submitted successfully!').waitFor();
    await eventually('the requested licenses are listed', async () => {
      await page.reload();
      return (await page.locator('#non-activated-licenses li').count()) === 11;
    });

    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByLabel('Email Address').waitFor();
    await page.goto('/leads-capture');
    expect(new URL(page.url()).pathname).toBe('/login');
  },
);

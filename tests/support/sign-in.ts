import type { Page } from 'playwright-core';
import type { RealPortal } from './server';

/** Signs in through the mail's link, and ends on the dashboard. */
export async function signIn(page: Page, portal: RealPortal, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email Address').fill(email);
  await page.getByRole('button', { name: 'Send Magic Link' }).click();
  await page.getByText('Check your inbox').waitFor();
  await page.goto(await portal.latestLink(email));
  await page.waitForURL('**/dashboard');
}

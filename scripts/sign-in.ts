import type { Page } from 'playwright-core';

/** A portal whose mails can be read. */
export interface PortalWithMail {
  /** The sign-in link that was mailed last; a path if the browser knows the portal's origin. */
  readonly latestLink: (email: string) => Promise<string>;
}

/** Has a sign-in link sent, and gives it back. The browser must know the portal's origin. */
export async function requestLink(page: Page, portal: PortalWithMail, email: string): Promise<string> {
  await page.goto('/login');
  await page.getByLabel('Email Address').fill(email);
  await page.getByRole('button', { name: 'Send Magic Link' }).click();
  await page.getByText('Check your inbox').waitFor();
  return portal.latestLink(email);
}

/** Signs in through the mail's link, and ends on the dashboard. Without JavaScript it takes a press more. */
export async function signIn(
  page: Page,
  portal: PortalWithMail,
  email: string,
  { javaScript = true }: { javaScript?: boolean } = {},
): Promise<void> {
  await page.goto(await requestLink(page, portal, email));
  if (!javaScript) await page.getByRole('button', { name: 'Continue to the portal' }).click();
  await page.waitForURL('**/dashboard');
}

import type { Page } from 'playwright-core';

/** A portal whose sign-in links can be read. */
export interface PortalWithInbox {
  /** A path if the browser has a base URL. */
  readonly latestLink: (email: string) => string | Promise<string>;
}

/** Requests a sign-in link and returns it. The browser must have the portal as its base URL. */
export async function requestLink(page: Page, portal: PortalWithInbox, email: string): Promise<string> {
  await page.goto('/login');
  await page.getByLabel('Email Address').fill(email);
  await page.getByRole('button', { name: 'Send Magic Link' }).click();
  await page.getByText('Check your inbox').waitFor();
  return portal.latestLink(email);
}

/** Signs in with an emailed link, without a browser. Returns the Cookie header. */
export async function signInByRequest(origin: string, link: string, email: string): Promise<string> {
  const { pathname, search } = new URL(link);
  const response = await fetch(origin + pathname + search, {
    method: 'POST',
    body: new URLSearchParams({ email }),
  });
  if (!response.ok) throw new Error(`${email} could not sign in: ${response.status}`);
  const cookies = response.headers.getSetCookie().map(cookie => cookie.split(';', 1)[0] ?? '');
  // An empty value removes the cookie.
  return cookies.filter(cookie => !/^[^=]+=$/.test(cookie)).join('; ');
}

/** The cookies of a Cookie header, for a browser. */
export function browserCookies(header: string, url: string) {
  return header.split('; ').map(cookie => {
    const [name = '', ...value] = cookie.split('=');
    return { name, value: value.join('='), url };
  });
}

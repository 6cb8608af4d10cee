import { type PortalOptions, startPortal } from './portal';

/** Starts a portal. Returns it with a signed-in browser, which visits the address if there is one. */
export async function openPortal(address?: string, options?: PortalOptions) {
  const portal = await startPortal(options);
  const browser = await portal.signedIn();
  if (address !== undefined) await browser.visit(address);
  return { portal, browser };
}

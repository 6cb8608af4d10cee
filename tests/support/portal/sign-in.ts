import { HttpClient } from '../browsers/http-client';
import { type PortalOptions, PUBLIC_URL, startPortal, type TestPortal } from './portal';

/**
 * Starts a portal with a client that has signed in as the first account, and the response to its sign-in. The calls of
 * the sign-in are not recorded.
 */
export async function startSignedIn(options: PortalOptions = {}, headers = {}) {
  const portal = await startPortal(options);
  const client = new HttpClient(portal, headers);
  const response = await client.signIn(options.accounts?.[0]?.email);
  portal.calls.length = 0;
  portal.identity.calls.length = 0;
  return { portal, client, response };
}

/** Returns the path and query of a sign-in link that this browser has not requested. */
export async function unrequestedLink(
  { identity }: TestPortal,
  email = 'dana@acme.example',
): Promise<string> {
  return (await identity.createMagicLink(email)).replace(PUBLIC_URL, '');
}

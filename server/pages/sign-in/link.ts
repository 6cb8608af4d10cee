import type { Query } from '../../../shared/list-state';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { Dependencies } from '../../dependencies';
import type { PortalRequest } from '../../http/request';

/** A valid sign-in link, or the message that says what is wrong with it. */
type SignInLink = { readonly href: string; readonly code: string } | { readonly problem: string };

/** Checks the format of the link that the browser has opened (P51, P52), without calling the provider. */
export async function readSignInLink(
  { query, search }: Pick<PortalRequest, 'query' | 'search'>,
  { config: { publicUrl }, identity }: Dependencies,
): Promise<SignInLink> {
  const code = single(query, 'oobCode');
  if (single(query, 'mode') !== 'signIn' || single(query, 'apiKey') === undefined || code === undefined) {
    return { problem: messages.finishSignIn.linkInvalid };
  }
  // The SDK follows nested links, so it may read another code.
  const href = publicUrl + paths.finishSignIn + search;
  if ((await identity.readCode(href)) !== code) return { problem: messages.finishSignIn.linkFormatInvalid };
  return { href, code };
}

/** The value of a parameter that occurs exactly once and is not empty. */
function single(query: Query, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

import type { Query } from '../../../shared/list-state';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { Identity } from '../../backends/identity';
import type { PortalRequest } from '../../http/request';

/** A sign-in link that may be tried, or the message that says what is wrong with it. */
export type SignInLink = { readonly href: string; readonly code: string } | { readonly problem: string };

/** Checks the link that the browser has opened (P51, P52). Makes no call. */
export async function readSignInLink(
  { query, search }: Pick<PortalRequest, 'query' | 'search'>,
  publicUrl: string,
  identity: Identity,
): Promise<SignInLink> {
  const code = single(query, 'oobCode');
  if (single(query, 'mode') !== 'signIn' || single(query, 'apiKey') === undefined || code === undefined) {
    return { problem: messages.finishSignIn.linkInvalid };
  }
  // The SDK follows links nested in the query, so the code that it would use may be another one.
  const href = publicUrl + paths.finishSignIn + search;
  if ((await identity.codeIn(href)) !== code) return { problem: messages.finishSignIn.linkFormatInvalid };
  return { href, code };
}

/** The value of a parameter that came exactly once and is not empty. */
function single(query: Query, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { Dependencies } from '../../dependencies';
import type { PortalRequest } from '../../http/request';

const NAMES = ['mode', 'apiKey', 'oobCode'];

/** A valid sign-in link, or what is wrong with it. */
type SignInLink =
  | { readonly href: string; readonly code: string }
  | { readonly problem: string; readonly hint?: string | undefined };

/** Checks the format of the link that the browser has opened (P51, P52), without calling the provider. */
export async function readSignInLink(
  { search }: Pick<PortalRequest, 'search'>,
  { config: { publicUrl }, identity }: Dependencies,
): Promise<SignInLink> {
  const query = repair(search.slice(1));
  const parameters = new URLSearchParams(query);
  const [mode, key, code] = NAMES.map(name => single(parameters, name));
  if (mode !== 'signIn' || key === undefined || code === undefined) {
    const hint = isCutOff(query, parameters) ? messages.finishSignIn.linkIncomplete : undefined;
    return { problem: messages.finishSignIn.linkInvalid, hint };
  }
  // The SDK follows nested links, so it may read another code.
  const href = `${publicUrl}${paths.finishSignIn}?${query}`;
  if ((await identity.readCode(href)) !== code) return { problem: messages.finishSignIn.linkFormatInvalid };
  return { href, code };
}

/** `&` as HTML writes it, with `#` as `%23`: a browser ends the query at a plain `#`. */
const ESCAPED_AND = /&(?:(?:amp|%230*38|%23x0*26)(?:;|%3B))+/gi;

/** Characters that mail programs add to the end of a link. Browsers encode `>`, and some gateways all of them. */
const ADDED_AT_END = ['>', ')', '.', ',', '%3E', '%29', '%2E', '%2C'];

/**
 * Undoes what mail gateways and mail programs do to a query: HTML's `&amp;` and `&#38;`, `=3D` of quoted-printable, punctuation at the
 * end, and parameters that are repeated with the same value. Nothing is guessed: the result is checked like any other link.
 */
function repair(query: string): string {
  let repaired = query.replace(ESCAPED_AND, '&');
  if (/(?:^|&)mode=3D(?=signIn(?:&|$))/i.test(repaired)) repaired = repaired.replace(/=3D/gi, '=');
  for (;;) {
    const end = repaired.slice(-3).toUpperCase();
    const added = ADDED_AT_END.find(each => end.endsWith(each));
    if (added === undefined) break;
    repaired = repaired.slice(0, -added.length);
  }
  return [...new Set(repaired.split('&'))].join('&');
}

/** Whether only the end of a link is missing: its last parameter is one of a link, and the ones after it are not there. */
function isCutOff(query: string, parameters: URLSearchParams): boolean {
  const [last = ''] = (query.split('&').at(-1) ?? '').split('=');
  const found = NAMES.filter(name => parameters.get(name));
  const others = NAMES.filter(name => !found.includes(name));
  return (
    ['signIn', null].includes(parameters.get('mode')) &&
    found.length > 0 &&
    others.length > 0 &&
    NAMES.some(name => name.startsWith(last)) &&
    others.every(name => name === last || !parameters.has(name))
  );
}

/** The value of a parameter that occurs exactly once and is not empty. */
function single(parameters: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = parameters.getAll(name);
  return value !== '' && others.length === 0 ? value : undefined;
}

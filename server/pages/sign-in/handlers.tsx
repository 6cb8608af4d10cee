import { randomUUID } from 'node:crypto';
import { messages, textOf } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import { MINUTE_MS } from '../../../shared/units';
import { publicTitle } from '../../../views/Document';
import { FinishSignInPage, type FinishSignInPageProps } from '../../../views/pages/FinishSignInPage';
import { LinkSentPage } from '../../../views/pages/LinkSentPage';
import { LoginPage, type LoginPageProps } from '../../../views/pages/LoginPage';
import { createSingleFlight } from '../../concurrency/single-flight';
import {
  BackendError,
  IdentityRefusesPortal,
  IdentityRejected,
  IdentityUnavailable,
  isAbandoned,
  SessionTooLarge,
} from '../../errors';
import { page, type Reply, redirect } from '../../http/reply';
import type { PortalRequest } from '../../http/request';
import type { Tokens } from '../../session/credentials';
import { audit } from '../../telemetry/audit';
import { hasForeignName, readPastedEmail } from '../../text/email-address';
import type { Handler } from '../handler';
import { isRepeatable } from '../repeatable';
import { afterSignIn, COOKIES_BLOCKED } from './guard';
import { readSignInLink } from './link';

/** GET /login */
export const loginForm: Handler = ({ session, interruptedPage, query }) => {
  // An administrator who has bookmarked this page need not sign in each day.
  if (session.claims && query.again === undefined) return redirect(paths.home, { status: 302 });
  if (COOKIES_BLOCKED in query) return loginPage({ email: '', error: messages.login.cookiesBlocked });
  const { done, notDone, sessionEnded: wasSignedIn } = interruptedPage.value ?? {};
  const { sessionEnded } = messages.login;
  const text = done
    ? `${textOf(...done).replace(/\.?$/, '.')} ${sessionEnded}`
    : notDone
      ? textOf(notDone)
      : sessionEnded;
  const hasEnded = session.hasEnded || wasSignedIn === true;
  return loginPage({ email: '', ...(hasEnded && { error: text }) });
};

/** GET /login/sent: explains what to do until the link arrives. Reloading it sends no link. */
export const linkSentPage: Handler = ({ pendingEmail: { value: email } }) =>
  email === undefined
    ? redirect(`${paths.login}?${COOKIES_BLOCKED}`, { status: 302 })
    : page(publicTitle('Link sent'), <LinkSentPage email={email} />);

/** POST /login: makes the backend email a link, and stores the address in a cookie. Shows the form again without an address. */
export const sendMagicLink: Handler = async (request, { backends, limits }) => {
  const typed = request.form.email?.trim() ?? '';
  const email = readPastedEmail(typed);
  if (email === undefined) {
    const { emailMissing: error, foreignName } = messages.login;
    const hint = hasForeignName(typed) ? foreignName : undefined;
    const shown = isRepeatable(typed) ? typed : '';
    return loginPage({ email: shown, isInvalid: true, error, hint }, { status: 400 });
  }
  const { wait, giveBack } = await limits.signIn.takeLink(email);
  if (wait !== undefined) {
    request.log.warn('Magic link not sent: too many for one email');
    const error = messages.login.tooMany(Math.ceil(wait / MINUTE_MS));
    return loginPage(
      { email, error },
      { status: 429, headers: { 'Retry-After': `${Math.ceil(wait / 1000)}` } },
    );
  }
  try {
    await backends.portalUsers.sendMagicLink(email);
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    // Without an answer, it may have been sent.
    if (error.reason === 'status' || error.reason === 'queue full') await giveBack();
    request.log.error({ err: error }, error.message);
    const isAboutAddress = [400, 404].some(status => status === error.upstreamStatus);
    const hint = isAboutAddress ? messages.login.checkSpelling : undefined;
    return loginPage({ email, error: messages.login.failed, hint });
  }
  await request.pendingEmail.set(email);
  return redirect(paths.linkSent);
};

function loginPage(props: LoginPageProps, options?: Parameters<typeof page>[2]): Reply {
  return page(publicTitle('Sign in'), <LoginPage {...props} />, options);
}

/**
 * GET /finishsignup: shows the form that completes the sign-in. It never consumes the link: email scanners open links, too.
 * Only the browser that asked for the link has the cookie with the address, so only its form is submitted by a script (P47).
 */
export const finishSignInForm: Handler = async (request, dependencies) => {
  const search = request.search.replace(REJECTED, '?');
  const isRejected = search !== request.search;
  const link = await readSignInLink({ search }, dependencies);
  if ('problem' in link) return failed(link.problem, { hint: link.hint });
  const { session, pendingEmail, interruptedPage } = request;
  if (session.wasOpenedBy(link.code)) {
    if (!isRejected) return redirect(paths.dashboard, { status: 302 });
    return signedIn(interruptedPage.value?.url);
  }
  if (isRejected) return rejectedPage({ search, email: pendingEmail.value });
  const state = pendingEmail.value === undefined ? 'confirm' : 'processing';
  return finishPage({ state, action: paths.finishSignIn + search, formKey: randomUUID() });
};

/** Marks the address of a link that was rejected with the address of this browser. */
const REJECTED = /^\?rejected&/;

/** POST /finishsignup: completes the sign-in and opens the session. A factory, because modules have no state. */
export function finishSignIn(): Handler {
  const inFlight = createSingleFlight<Tokens>();

  return async (request, dependencies) => {
    const { config, identity, metrics } = dependencies;
    const link = await readSignInLink(request, dependencies);
    if ('problem' in link) return failed(link.problem, { hint: link.hint });
    if (request.session.wasOpenedBy(link.code)) return signedIn();
    const typed = readPastedEmail(request.form.email ?? '');
    // Only the form after a failure replaces the address that this browser has stored (T4).
    const email = request.form.other === '1' ? typed : (request.pendingEmail.value ?? typed);
    if (email === undefined) {
      return failed(messages.finishSignIn.emailMissing, {
        retry: retryOf(request.search, request.form.email),
      });
    }
    if (config.secure && !request.secure) {
      request.log.error(
        'Sign-in over http, though PUBLIC_URL is https: is TRUST_PROXY the number of proxies?',
      );
      return failed(messages.finishSignIn.rejected, { status: 503 });
    }
    try {
      // A double click sends the form twice or opens two tabs: concurrent requests share one sign-in. Later requests
      // without that session do not: a used link must not open another session.
      const browser = request.pendingEmail.sealed ?? request.form.once ?? randomUUID();
      const key = JSON.stringify([browser, link.code, email]);
      const tokens = await inFlight.share(
        key,
        signal => identity.signIn(email, link.href, signal),
        request.disconnectSignal(),
      );
      request.session.open(tokens, link.code);
      await request.session.save();
    } catch (error) {
      return notSignedIn(error, request, email);
    }
    metrics.sessionOpened();
    request.pendingEmail.clear();
    request.log.info({ session: request.session.id }, 'Signed in');
    audit(request.log, 'sign-in', {
      userId: request.session.claims?.userId,
      outcome: 'ok',
      client: request.client,
    });
    return signedIn(request.interruptedPage.value?.url);
  };
}

function retryOf(search: string, typed = ''): NextSteps['retry'] {
  const email = isRepeatable(typed) ? typed : '';
  return { action: paths.finishSignIn + search, formKey: randomUUID(), email };
}

/** The stored address may be that of another link. */
function rejectedPage({ search, email }: { search: string; email: string | undefined }): Reply {
  const { otherAddress, linkUsedOrCut, rejected: reason } = messages.finishSignIn;
  const hint = `${linkUsedOrCut} ${otherAddress}`;
  return failed(reason, { newLinkFor: email, retry: retryOf(search, email), hint });
}

function notSignedIn(error: unknown, request: PortalRequest, email: string): Reply {
  audit(request.log, 'sign-in', { userId: undefined, outcome: 'failed', client: request.client });
  if (error instanceof SessionTooLarge) {
    request.session.end();
    request.log.error({ err: error }, 'Sign-in failed');
    const { rejected, tooLarge } = messages.finishSignIn;
    return failed(rejected, { status: 502, hint: tooLarge });
  }
  if (error instanceof IdentityUnavailable) {
    request.log[isAbandoned(error) ? 'info' : 'error']({ err: error }, 'Sign-in failed');
    const { portalRefused, rejected, providerUnavailable, unverified } = messages.finishSignIn;
    if (error.reason === 'content') {
      return failed(rejected, { status: error.status, hint: unverified, newLinkFor: email });
    }
    const isRefused = error instanceof IdentityRefusesPortal;
    return failed(isRefused ? portalRefused : rejected, {
      status: error.status,
      ...(!isRefused && { hint: providerUnavailable }),
      tryAgain: paths.finishSignIn + request.search,
    });
  }
  if (error instanceof IdentityRejected) {
    request.log.warn({ err: error }, 'Sign-in failed');
    if (error.isAboutPerson) return failed(messages.finishSignIn.personRefused, { status: 403 });
    const { search, form, pendingEmail } = request;
    if (form.other === '1' || pendingEmail.value === undefined) return rejectedPage({ search, email });
    // Another tab may have used the link: by its next request, this browser has the cookies of that sign-in (T7).
    return redirect(`${paths.finishSignIn}?rejected&${search.slice(1)}`);
  }
  throw error;
}

/** The success page, which links to the interrupted page, or to the dashboard. */
function signedIn(href: string = paths.dashboard): Reply {
  const to = afterSignIn(href);
  return finishPage(
    { state: 'success', href: to, isInterrupted: href !== paths.dashboard },
    { headers: { Refresh: `2; url=${to}` } },
  );
}

function failed(reason: string, { status = 400, ...next }: { status?: number } & NextSteps = {}): Reply {
  return finishPage({ state: 'error', reason, ...next }, { status });
}

type NextSteps = Pick<
  Extract<FinishSignInPageProps, { state: 'error' }>,
  'hint' | 'newLinkFor' | 'retry' | 'tryAgain'
>;

const finishTitles: Readonly<Record<FinishSignInPageProps['state'], string>> = {
  processing: 'Signing in',
  confirm: 'Confirm your email',
  success: 'Sign-in successful',
  error: 'Sign-in failed',
};

function finishPage(
  props: FinishSignInPageProps,
  options: { status?: number; headers?: Record<string, string> } = {},
): Reply {
  return page(publicTitle(finishTitles[props.state]), <FinishSignInPage {...props} />, options);
}

/** POST /logout */
export const logout: Handler = ({ session, pendingEmail, interruptedPage, log, client, isChromium }) => {
  const userId = session.claims?.userId;
  if (userId !== undefined) audit(log, 'logout', { userId, outcome: 'ok', client });
  session.end();
  pendingEmail.clear();
  interruptedPage.clear();
  // Without a session there is nothing to clear. Chromium would search its whole cache first, which takes seconds. It
  // stores no page, and does not return to one whose cookies have changed.
  const clears = userId !== undefined && !isChromium;
  return redirect(paths.login, { headers: clears ? { 'Clear-Site-Data': '"cache"' } : {} });
};

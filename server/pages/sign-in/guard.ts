import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import { productKeys, productTerms } from '../../../shared/products';
import { MINUTE_MS } from '../../../shared/units';
import { abortAfter, aborted } from '../../backends/deadline';
import type { Identity } from '../../backends/identity';
import { createSingleFlight } from '../../concurrency/single-flight';
import type { Dependencies } from '../../dependencies';
import { BackendError, IdentityRejected, IdentityUnavailable, SessionEnded } from '../../errors';
import { forgetInterruption, storeInterruption } from '../../http/interrupted-page';
import { disconnectSignal, type Resume, readRequest } from '../../http/request';
import type { Tokens } from '../../session/credentials';
import { digestOf } from '../../text/digest';

/** How long before its expiry a token is renewed, in milliseconds. */
const RENEW_BEFORE_MS = 5 * MINUTE_MS;

/** How long a page waits for a renewal while its token is still valid, in milliseconds. */
const OPTIONAL_RENEWAL_WAIT_MS = 1000;

/** How long the outcome of such a renewal is used, in milliseconds: a failed one is not tried again meanwhile (T75). */
const OPTIONAL_RENEWAL_TTL_MS = 30_000;

const OPTIONAL_RENEWALS_LIMIT = 1000;

/** Marks the first page after a sign-in: if it is opened without a session, the browser blocks cookies. */
const AFTER_SIGN_IN = 'signed-in';
const AFTER_SIGN_IN_AT_END = /[?&]signed-in$/;

/** The URL of a page that a successful sign-in leads to. */
export function afterSignIn(url: string): string {
  return url.replace(/(?=#)|$/, `${url.includes('?') ? '&' : '?'}${AFTER_SIGN_IN}`);
}

/** Whether the login page says that cookies are blocked. */
export const COOKIES_BLOCKED = 'cookies-blocked';

/**
 * Middleware for a route that lets signed-in administrators pass, with a token that is valid for the backend calls,
 * and redirects other clients to /login (P17). Signing in then opens the page that `resume` returns.
 */
export function signInGuard({
  identity,
  now,
}: {
  identity: Identity;
  now: () => number;
}): (resume?: Resume) => RequestHandler {
  // Concurrent requests of one session share a refresh.
  const inFlight = createSingleFlight<Tokens>();
  const refresh = (refreshToken: string) =>
    inFlight.share(refreshToken, () => identity.refresh(refreshToken));
  const optional = new LRUCache<string, Promise<Tokens>>({
    max: OPTIONAL_RENEWALS_LIMIT,
    ttl: OPTIONAL_RENEWAL_TTL_MS,
    ttlAutopurge: true,
    ttlResolution: 0,
    perf: { now },
  });

  /** The tokens of a renewal that goes on without its page, if it is not done in time. */
  async function refreshInTime(refreshToken: string): Promise<Tokens> {
    const key = digestOf(refreshToken);
    let latest = optional.get(key);
    if (!latest) {
      latest = refresh(refreshToken);
      latest.catch(() => {});
      optional.set(key, latest);
    }
    const { signal, clear } = abortAfter(OPTIONAL_RENEWAL_WAIT_MS);
    const late = aborted(signal).catch(() => {
      throw new IdentityUnavailable('timeout', 'it did not renew a token in time');
    });
    return Promise.race([latest, late]).finally(clear);
  }

  return resume => async (request, response, next) => {
    const { session } = response.locals;
    response.locals.resume = resume;

    async function renew(getTokens = refresh): Promise<void> {
      if (!session.tokens) return;
      try {
        session.renewTokens(await getTokens(session.tokens.refreshToken));
      } catch (error) {
        if (!(error instanceof IdentityRejected)) throw error;
        // A removal that goes on after its response says so on its page.
        if (!response.writableEnded) await session.deny();
        throw new SessionEnded('The identity provider ended the session', { cause: error });
      }
    }

    const claims = session.claims;
    const { path, search } = readRequest(request, response);
    if (request.method === 'GET' && AFTER_SIGN_IN_AT_END.test(search)) {
      const pageUrl = path + search.replace(AFTER_SIGN_IN_AT_END, '');
      response.redirect(302, claims ? pageUrl : `${paths.login}?${COOKIES_BLOCKED}`);
      return;
    }
    if (!claims) {
      request.log.info(messages.access.notAuthenticated);
      await storeInterruption(request, response, { sessionEnded: session.hasEnded });
      response.redirect(302, paths.login);
      return;
    }
    if (claims.expiresAt - now() < RENEW_BEFORE_MS) {
      try {
        await renew(claims.expiresAt <= now() ? refresh : refreshInTime);
      } catch (error) {
        if (!(error instanceof IdentityUnavailable) || claims.expiresAt <= now()) throw error;
        request.log.error({ err: error }, 'Token not renewed; the current one is still valid');
      }
    }
    forgetInterruption(request, response);
    const { userId, email } = claims;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    response.locals.administrator = {
      email,
      context: {
        userId,
        token: () => session.tokens?.idToken ?? '',
        renew: () => renew(),
        changedAt: session.changedAt,
        // A reload (RFC 9111, section 5.2.1) and an action need fresh data.
        bypassCache: !isRead || /no-cache|max-age=0/.test(request.headers['cache-control'] ?? ''),
        // Only reads end with their connection: an action, and the removal that it starts, goes on in a closed tab.
        ...(isRead && { signal: disconnectSignal(response) }),
      },
    };
    next();
  };
}

/**
 * Middleware behind the sign-in guard that lets administrators with a role pass, before a form is read (T52). It redirects
 * others to the page that says why, such as the one with the link to a file; by default, to the dashboard with a toast. If the
 * roles cannot be fetched, the request passes, too: its page says so and shows the form again.
 */
export function roleGuard({
  backends,
}: Pick<Dependencies, 'backends'>): (explainedOn?: string) => RequestHandler {
  return explainedOn => async (_request, response, next) => {
    const { administrator, session } = response.locals;
    const details = await backends.portalUsers.details(administrator.context).catch(error => {
      if (error instanceof BackendError) return undefined;
      throw error;
    });
    if (details?.roles.length !== 0) return next();
    if (explainedOn !== undefined) return response.redirect(302, explainedOn);
    for (const key of productKeys) session.addToast([productTerms[key].toasts.roleMissing], randomUUID());
    await session.save();
    response.redirect(303, paths.dashboard);
  };
}

import type { Request, RequestHandler } from 'express';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { Identity } from '../../backends/identity';
import type { PortalUsers } from '../../backends/portal-users';
import { BackendError, IdentityRejected, IdentityUnavailable, SessionEnded } from '../../errors';
import { forgetInterruption, type Resume, storeInterruption } from '../../http/interrupted-page';
import { disconnectSignal, type SessionRun } from '../../http/request';
import type { RemovalRuns } from '../../removals/runs';
import { StoreUnavailable } from '../../removals/store';
import type { Tokens } from '../../session/credentials';
import type { Session } from '../../session/session';
import { createSingleFlight } from '../../single-flight';

/** How long before its expiry a token is renewed, in milliseconds. */
const RENEW_BEFORE_MS = 5 * 60 * 1000;

/**
 * Middleware for a route that lets signed-in administrators pass, with a token that is valid for the backend calls,
 * and redirects other clients to /login (P17). Signing in then leads to the page that `resume` returns.
 */
export function signInGuard({
  identity,
  removals,
  now,
}: {
  identity: Identity;
  removals: { readonly runs: Pick<RemovalRuns, 'find'> };
  now: () => number;
}): (resume?: Resume) => RequestHandler {
  // Concurrent requests of one session share a refresh.
  const inFlight = createSingleFlight<Tokens>();
  const refresh = (refreshToken: string) =>
    inFlight.share(refreshToken, () => identity.refresh(refreshToken));

  return resume => async (request, response, next) => {
    const { session } = response.locals;
    response.locals.resume = resume;

    async function renew(): Promise<void> {
      if (!session.tokens) return;
      try {
        session.renewTokens(await refresh(session.tokens.refreshToken));
      } catch (error) {
        throw error instanceof IdentityRejected
          ? new SessionEnded('The identity provider ended the session', { cause: error })
          : error;
      }
    }

    const claims = session.claims;
    if (!claims) {
      request.log.info(messages.access.notAuthenticated);
      await storeInterruption(request, response, { sessionEnded: session.expired });
      response.redirect(302, paths.login);
      return;
    }
    if (claims.expiresAt - now() < RENEW_BEFORE_MS) {
      try {
        await renew();
      } catch (error) {
        if (!(error instanceof IdentityUnavailable) || claims.expiresAt <= now()) throw error;
        request.log.error({ err: error }, 'Token not renewed; the current one is still valid');
      }
    }
    forgetInterruption(request, response);
    const { userId, email } = claims;
    const run = await findRun(userId, session, removals.runs);
    response.locals.administrator = {
      email,
      run,
      context: {
        userId,
        token: () => session.tokens?.idToken ?? '',
        renew,
        changedAt: session.changedAt,
        // Until its run has ended, each page of this session is like a reload.
        bypassCache: bypassesCache(request) || (session.runId !== undefined && run?.state.stage !== 'done'),
        ...(SAFE_METHODS.has(request.method) && { signal: disconnectSignal(response) }),
      },
    };
    next();
  };
}

/**
 * Middleware behind the sign-in guard that lets administrators with a role pass, so that nothing large is read for
 * others (T52). If the roles cannot be fetched, the request passes, too: its page says so and shows the form again.
 */
export function roleGuard({ portalUsers }: { readonly portalUsers: PortalUsers }): RequestHandler {
  return async (_request, response, next) => {
    const { administrator, session } = response.locals;
    if (!administrator) throw new Error('The role guard was mounted without the sign-in guard');
    const details = await portalUsers.details(administrator.context).catch(error => {
      if (error instanceof BackendError) return undefined;
      throw error;
    });
    if (details?.roles.length !== 0) return next();
    session.addToast('scannerRoleMissing');
    session.addToast('cardsRoleMissing');
    await session.save();
    response.redirect(303, paths.dashboard);
  };
}

/** Finds the latest bulk removal of a session, and updates the session when it has ended. */
async function findRun(
  userId: string,
  session: Session,
  runs: Pick<RemovalRuns, 'find'>,
): Promise<SessionRun | undefined> {
  const { id: sessionId, runId: id } = session;
  if (sessionId === undefined || id === undefined) return undefined;
  try {
    const run = await runs.find({ userId, sessionId }, id);
    if (!run) session.forgetRun();
    else if (run.state.stage === 'done') session.recordRunEnd(run.state.endedAt ?? 0);
    return run && { id, state: run.state };
  } catch (error) {
    // Other pages must not depend on the shared store.
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** Whether this is a reload (RFC 9111, section 5.2.1) or an action, which needs fresh data. */
function bypassesCache({ method, headers }: Request): boolean {
  return !SAFE_METHODS.has(method) || /no-cache|max-age=0/.test(headers['cache-control'] ?? '');
}

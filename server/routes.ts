import { type RequestHandler, Router } from 'express';
import { CARDS, entityFor, type Product, SCANNER } from '../shared/admin';
import { paths } from '../shared/paths';
import { leaversFields } from '../views/pages/LeaversPage';
import type { PortalUsers } from './backends/portal-users';
import type { StatsCache } from './backends/stats-cache';
import type { Dependencies } from './dependencies';
import { ActionLimitReached, type ActionLimits, type LimitedAction } from './http/action-limits';
import { digestOf, isFormKey, readFormWithFile, readLargeForms, sameOriginDownloads } from './http/forms';
import { answer, answerSignedIn, type Handler, redirect } from './http/reply';
import type { SignedInRequest } from './http/request';
import { addCard, deactivateCard, requestCardLicenses, requestProfileData } from './pages/cards/actions';
import { claimedCardsCsv, nonClaimedCardsCsv } from './pages/cards/downloads';
import { cardsPage } from './pages/cards/page';
import { dashboardPage } from './pages/dashboard/page';
import { requestScannerLicenses, revokeLicense } from './pages/lead-capture/actions';
import { licensesCsv, nonActivatedLicensesCsv } from './pages/lead-capture/downloads';
import { leadCapturePage } from './pages/lead-capture/page';
import { leaversAnswer, leaversForm } from './pages/leavers/page';
import { notFoundPage } from './pages/not-found';
import { removalReceipt } from './pages/removals/receipt';
import { reviewPage } from './pages/removals/review';
import { removalRunPage, startRemovals } from './pages/removals/run-page';
import {
  finishSignIn,
  finishSignInForm,
  linkSentPage,
  loginForm,
  logout,
  sendMagicLink,
  suppressMagicLink,
} from './pages/sign-in/handlers';
import { signInGuard } from './session/guard';
import { type AuditedEvent, audit } from './telemetry/audit';

/** Every page, download and action: its address, who may come there, and what answers. */
export function routes(dependencies: Dependencies): Router {
  const { config, formDeduplicator, statsCache, signInLimits, actionLimits, now } = dependencies;
  const options = { ...config, ...dependencies };
  const guard = signInGuard(dependencies);
  const open = (handler: Handler) => answer(handler, options);
  const guarded = (handler: Handler<SignedInRequest>): RequestHandler[] => [
    guard,
    answerSignedIn(handler, options),
  ];
  const audited = (event: AuditedEvent, product: Product, handler: Handler<SignedInRequest>) =>
    auditActions(handler, { event, product, portalUsers: dependencies.portalUsers });
  const action = (limit: LimitedAction, page: string, handler: Handler<SignedInRequest>) => {
    const limited = limitActions(handler, { limit, actionLimits });
    return guarded(
      changing(explainLimit(deduplicated(limited, formDeduplicator), { page, now }), statsCache),
    );
  };

  const router = Router({ strict: true, caseSensitive: true });
  router.get(paths.login, open(loginForm()));
  router.get(paths.linkSent, open(linkSentPage()));
  router.post(
    paths.login,
    signInLimits.linksPerIp,
    signInLimits.linksPerEmail(open(suppressMagicLink())),
    open(sendMagicLink(options)),
  );
  router.get(paths.finishSignIn, open(finishSignInForm(options)));
  router.post(
    paths.finishSignIn,
    signInLimits.failuresPerIp,
    signInLimits.concurrentPerIp,
    open(finishSignIn(options)),
  );
  router.post(paths.logout, open(logout()));

  router.get(
    paths.home,
    guarded(() => redirect(paths.leadCapture, { status: 302 })),
  );
  router.get(paths.dashboard, guarded(dashboardPage(options)));

  router.get(paths.leadCapture, guarded(leadCapturePage(options)));
  router.get(
    paths.licensesCsv,
    sameOriginDownloads(paths.leadCapture),
    guarded(audited('download', SCANNER, licensesCsv(options))),
  );
  router.get(
    paths.nonActivatedLicensesCsv,
    sameOriginDownloads(paths.leadCapture),
    guarded(audited('download', SCANNER, nonActivatedLicensesCsv(options))),
  );
  router.post(
    paths.requestLicenses,
    action('requests', paths.leadCapture, audited('request', SCANNER, requestScannerLicenses(options))),
  );
  router.post(
    paths.revokeLicense,
    action('removals', paths.leadCapture, audited('revoke', SCANNER, revokeLicense(options))),
  );

  router.get(paths.cards, guarded(cardsPage(options)));
  router.get(
    paths.claimedCardsCsv,
    sameOriginDownloads(paths.cards),
    guarded(audited('download', CARDS, claimedCardsCsv(options))),
  );
  router.get(
    paths.nonClaimedCardsCsv,
    sameOriginDownloads(paths.cards),
    guarded(audited('download', CARDS, nonClaimedCardsCsv(options))),
  );
  router.post(
    paths.requestCards,
    action('requests', paths.cards, audited('request', CARDS, requestCardLicenses(options))),
  );
  router.post(
    paths.deactivateCard,
    action('removals', paths.cards, audited('deactivation', CARDS, deactivateCard(options))),
  );
  router.post(
    paths.requestProfileData,
    action('requests', paths.cards, audited('profile-data request', CARDS, requestProfileData(options))),
  );
  router.get(paths.leavers, guarded(leaversForm(options)));
  router.post(
    paths.leavers,
    guard,
    readFormWithFile(leaversFields.file),
    answerSignedIn(leaversAnswer(options), options),
  );

  router.post(paths.reviewRemovals, guard, readLargeForms(), answerSignedIn(reviewPage(options), options));
  router.post(
    paths.removalRun,
    guard,
    readLargeForms(),
    answerSignedIn(
      changing(explainLimit(startRemovals(options), { page: paths.leadCapture, now }), statsCache),
      options,
    ),
  );
  // The target of a reload of the review after a new sign-in.
  router.get(
    paths.reviewRemovals,
    guarded(() => redirect(paths.dashboard, { status: 302 })),
  );
  router.get(paths.removalRun, guarded(removalRunPage(options)));
  router.get(paths.removalReceipt, sameOriginDownloads(paths.dashboard), guarded(removalReceipt(options)));

  router.post(paths.addCard, guarded(addCard()));

  // With a session, the page has the portal's layout; without one, notFound() renders it.
  router.get(/.*/, onlySignedIn, guarded(notFoundPage(options)));
  return router;
}

/** Skips the rest of the route without a session. */
const onlySignedIn: RequestHandler = (_request, response, next) => {
  next(response.locals.session.claims ? undefined : 'route');
};

/** After an action, whatever its outcome, the administrator's next page uses fresh data, on every replica (P137, T42). */
function changing(handler: Handler<SignedInRequest>, statsCache: StatsCache): Handler<SignedInRequest> {
  return async request => {
    try {
      return await handler(request);
    } finally {
      statsCache.forget(request.administrator.context.userId);
      request.session.noteChange();
    }
  };
}

/** Writes one audit line per action (T49). */
function auditActions(
  handler: Handler<SignedInRequest>,
  { event, product, portalUsers }: { event: AuditedEvent; product: Product; portalUsers: PortalUsers },
): Handler<SignedInRequest> {
  return async request => {
    const { administrator, form, log, client } = request;
    const write = (outcome: string, item = form.licenseId ?? form.cardId) =>
      audit(log, event, {
        userId: administrator.context.userId,
        // The handler has just fetched the roles.
        entity: entityFor(portalUsers.expected(administrator.context), product),
        item,
        outcome,
        client,
      });
    try {
      const reply = await handler(request);
      if (reply.kind === 'download') write('ok', reply.list);
      else write(reply.kind === 'redirect' ? (reply.toast?.[0] ?? 'redirected') : reply.kind);
      return reply;
    } catch (error) {
      write('failed');
      throw error;
    }
  };
}

/** Counts an action before it runs. Throws ActionLimitReached, which is not cached as the reply to the form. */
function limitActions(
  handler: Handler<SignedInRequest>,
  { limit, actionLimits }: { limit: LimitedAction; actionLimits: ActionLimits },
): Handler<SignedInRequest> {
  return async request => {
    const grant = await actionLimits.take(request.administrator.context.userId, limit);
    if (!grant.granted) throw new ActionLimitReached(limit, grant.retryAt);
    return handler(request);
  };
}

/** Redirects to the page in the same list state, with a toast that says when to retry (T51). */
function explainLimit(
  handler: Handler<SignedInRequest>,
  { page, now }: { page: string; now: () => number },
): Handler<SignedInRequest> {
  return async request => {
    try {
      return await handler(request);
    } catch (error) {
      if (!(error instanceof ActionLimitReached)) throw error;
      request.log.warn({ limit: error.action }, 'Action limit reached');
      const minutes = Math.max(1, Math.ceil((error.retryAt - now()) / 60_000));
      const toast = error.action === 'requests' ? 'requestLimitReached' : 'removalLimitReached';
      const location = request.query.from === 'dashboard' ? paths.dashboard : page + request.search;
      return redirect(location, { toast: [toast, minutes] });
    }
  };
}

/** Returns the reply of the first request to repeated submissions of a form (P145, T27). */
function deduplicated(
  handler: Handler<SignedInRequest>,
  formDeduplicator: Dependencies['formDeduplicator'],
): Handler<SignedInRequest> {
  return request => {
    const { session, path, form } = request;
    return isFormKey(form.once)
      ? formDeduplicator.run(digestOf([session.id, path, form]), async () => handler(request))
      : handler(request);
  };
}

import { type RequestHandler, Router } from 'express';
import { paths } from '../shared/paths';
import type { StatsCache } from './backends/stats-cache';
import type { Dependencies } from './dependencies';
import { digestOf, isFormKey, ownDownloads } from './http/forms';
import { answer, answerSignedIn, type Handler, redirect } from './http/reply';
import type { SignedInRequest } from './http/request';
import { addCard, deactivateCard, requestCardLicenses, requestProfileData } from './pages/cards/actions';
import { claimedCardsCsv, nonClaimedCardsCsv } from './pages/cards/downloads';
import { cardsPage } from './pages/cards/page';
import { dashboardPage } from './pages/dashboard/page';
import { requestScannerLicenses, revokeLicense } from './pages/lead-capture/actions';
import { licensesCsv, nonActivatedLicensesCsv } from './pages/lead-capture/downloads';
import { leadCapturePage } from './pages/lead-capture/page';
import { notFoundPage } from './pages/not-found';
import {
  finishSignIn,
  finishSignInForm,
  linkSentPage,
  loginForm,
  logout,
  magicLinkHeldBack,
  sendMagicLink,
} from './pages/sign-in/handlers';
import { signInGuard } from './session/guard';

/** Every page, download and action: its address, who may come there, and what answers. */
export function routes(dependencies: Dependencies): Router {
  const { config, once, statsCache, signInLimits } = dependencies;
  const options = { ...config, ...dependencies };
  const guard = signInGuard(dependencies);
  const open = (handler: Handler) => answer(handler, options);
  const guarded = (handler: Handler<SignedInRequest>): RequestHandler[] => [
    guard,
    answerSignedIn(handler, options),
  ];
  const action = (handler: Handler<SignedInRequest>) =>
    guarded(changing(onceOnly(handler, once), statsCache));

  const router = Router({ strict: true, caseSensitive: true });
  router.get(paths.login, open(loginForm()));
  router.get(paths.linkSent, open(linkSentPage()));
  router.post(
    paths.login,
    signInLimits.linksPerIp,
    signInLimits.linksPerEmail(open(magicLinkHeldBack())),
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
  router.get(paths.licensesCsv, ownDownloads(paths.leadCapture), guarded(licensesCsv(options)));
  router.get(
    paths.nonActivatedLicensesCsv,
    ownDownloads(paths.leadCapture),
    guarded(nonActivatedLicensesCsv(options)),
  );
  router.post(paths.requestLicenses, action(requestScannerLicenses(options)));
  router.post(paths.revokeLicense, action(revokeLicense(options)));

  router.get(paths.cards, guarded(cardsPage(options)));
  router.get(paths.claimedCardsCsv, ownDownloads(paths.cards), guarded(claimedCardsCsv(options)));
  router.get(paths.nonClaimedCardsCsv, ownDownloads(paths.cards), guarded(nonClaimedCardsCsv(options)));
  router.post(paths.requestCards, action(requestCardLicenses(options)));
  router.post(paths.deactivateCard, action(deactivateCard(options)));
  router.post(paths.requestProfileData, action(requestProfileData(options)));
  router.post(paths.addCard, guarded(addCard()));

  // Who is signed in stays in the portal's frame; all others get the page that needs no session.
  router.get(/.*/, onlySignedIn, guarded(notFoundPage(options)));
  return router;
}

/** Passes by the rest of this route when nobody is signed in. */
const onlySignedIn: RequestHandler = (_request, response, next) => {
  next(response.locals.session.claims ? undefined : 'route');
};

/**
 * Whatever became of an action, and whichever replica did it, the administrator's next page shows how things are now
 * (P137).
 */
function changing(handler: Handler<SignedInRequest>, statsCache: StatsCache): Handler<SignedInRequest> {
  return async request => {
    try {
      return await handler(request);
    } finally {
      statsCache.forget(request.administrator.bearer.userId);
    }
  };
}

/** A form that arrives again gets the reply of the first time, and its work is not done again (P145, T27). */
function onceOnly(handler: Handler<SignedInRequest>, once: Dependencies['once']): Handler<SignedInRequest> {
  return request => {
    const { session, path, form } = request;
    return isFormKey(form.once)
      ? once.run(digestOf([session.id, path, form]), async () => handler(request))
      : handler(request);
  };
}

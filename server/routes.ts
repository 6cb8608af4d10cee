import { type RequestHandler, Router } from 'express';
import { paths } from '../shared/paths';
import type { RecentAnswers } from './backends/recent';
import type { Dependencies } from './dependencies';
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
  const { config, once, recent, magicLinkLimits } = dependencies;
  const options = { ...config, ...dependencies };
  const guard = signInGuard(dependencies);
  const open = (handler: Handler) => answer(handler, options);
  const guarded = (handler: Handler<SignedInRequest>): RequestHandler[] => [
    guard,
    answerSignedIn(handler, options),
  ];
  const action = (handler: Handler<SignedInRequest>) => guarded(changing(onceOnly(handler, once), recent));

  const router = Router({ strict: true, caseSensitive: true });
  router.get(paths.login, open(loginForm()));
  router.get(paths.linkSent, open(linkSentPage()));
  router.post(
    paths.login,
    magicLinkLimits.perIp,
    magicLinkLimits.perEmail(open(magicLinkHeldBack())),
    open(sendMagicLink(options)),
  );
  router.get(paths.finishSignIn, open(finishSignInForm(options)));
  router.post(paths.finishSignIn, open(finishSignIn(options)));
  router.post(paths.logout, open(logout()));

  router.get(
    paths.home,
    guarded(() => redirect(paths.leadCapture, { status: 302 })),
  );
  router.get(paths.dashboard, guarded(dashboardPage(options)));

  router.get(paths.leadCapture, guarded(leadCapturePage(options)));
  router.get(paths.licensesCsv, guarded(licensesCsv(options)));
  router.get(paths.nonActivatedLicensesCsv, guarded(nonActivatedLicensesCsv(options)));
  router.post(paths.requestLicenses, action(requestScannerLicenses(options)));
  router.post(paths.revokeLicense, action(revokeLicense(options)));

  router.get(paths.cards, guarded(cardsPage(options)));
  router.get(paths.claimedCardsCsv, guarded(claimedCardsCsv(options)));
  router.get(paths.nonClaimedCardsCsv, guarded(nonClaimedCardsCsv(options)));
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
function changing(handler: Handler<SignedInRequest>, recent: RecentAnswers): Handler<SignedInRequest> {
  return async request => {
    try {
      return await handler(request);
    } finally {
      recent.forget(request.administrator.bearer.userId);
    }
  };
}

/** One rendering of a form does its work once; who sends it again gets the same reply (P145). */
function onceOnly(handler: Handler<SignedInRequest>, once: Dependencies['once']): Handler<SignedInRequest> {
  return request =>
    request.form.once === undefined
      ? handler(request)
      : once.run(JSON.stringify([request.session.id, request.path, request.form]), async () =>
          handler(request),
        );
}

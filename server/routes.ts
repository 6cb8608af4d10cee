import { type RequestHandler, Router } from 'express';
import { paths, requestLicensesPath } from '../shared/paths';
import { leaversFields } from '../views/pages/LeaversPage';
import type { Dependencies } from './dependencies';
import { readFormWithFile, readLargeForms, sameOriginDownloads } from './http/forms';
import { answer, answerSignedIn, redirect } from './http/reply';
import { explainActionLimit, refreshData } from './pages/action-middleware';
import { addCard, cardsPage, deactivateCard, requestProfileData } from './pages/cards/handlers';
import { cards } from './pages/cards/product';
import { dashboardPage } from './pages/dashboard/page';
import type { Handler, SignedInHandler } from './pages/handler';
import { leadCapturePage, revokeLicense } from './pages/lead-capture/handlers';
import { leadCapture } from './pages/lead-capture/product';
import { leaversAnswer, leaversForm } from './pages/leavers/page';
import { notFoundPage } from './pages/not-found';
import { requestLicenses } from './pages/product/action';
import { listDownload } from './pages/product/download';
import { downloadPath } from './pages/product/list';
import type { Product } from './pages/product/product';
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

/** Every page, download and action, with its path, its handler, and whether it requires a session. */
export function routes(dependencies: Dependencies): Router {
  const { signInLimits } = dependencies;
  const router = Router({ strict: true, caseSensitive: true });
  const guard = signInGuard(dependencies);
  const open = (handler: Handler) => answer(request => handler(request, dependencies), dependencies);
  const guarded = (handler: SignedInHandler) =>
    answerSignedIn(request => handler(request, dependencies), dependencies);

  function page(path: string | RegExp, handler: SignedInHandler, ...before: RequestHandler[]): void {
    router.get(path, ...before, guard, guarded(handler));
  }

  /** Large forms have their own parser, behind the guard. */
  function form(path: string, handler: SignedInHandler, ...parsers: RequestHandler[]): void {
    router.post(path, guard, ...parsers, guarded(handler));
  }

  /** A product's page, the CSV exports of its lists, and the request for more licenses. */
  function productRoutes<Stats>(product: Product<Stats>, handler: SignedInHandler): void {
    page(product.path, handler);
    for (const list of Object.values(product.lists)) {
      page(downloadPath(product, list), listDownload(product, list), sameOriginDownloads(product.path));
    }
    form(requestLicensesPath(product.path), requestLicenses(product));
  }

  router.get(paths.login, open(loginForm));
  router.get(paths.linkSent, open(linkSentPage));
  router.post(
    paths.login,
    signInLimits.linksPerIp,
    signInLimits.linksPerEmail(open(suppressMagicLink)),
    open(sendMagicLink),
  );
  router.get(paths.finishSignIn, open(finishSignInForm));
  router.post(
    paths.finishSignIn,
    signInLimits.failuresPerIp,
    signInLimits.concurrentPerIp,
    open(finishSignIn()),
  );
  router.post(paths.logout, open(logout));

  page(paths.home, redirectTo(paths.leadCapture));
  page(paths.dashboard, dashboardPage);

  productRoutes(leadCapture, leadCapturePage);
  form(paths.revokeLicense, revokeLicense);

  productRoutes(cards, cardsPage);
  form(paths.deactivateCard, deactivateCard);
  form(paths.requestProfileData, requestProfileData);
  form(paths.addCard, addCard);

  page(paths.leavers, leaversForm);
  form(paths.leavers, leaversAnswer, readFormWithFile(leaversFields.file));

  // After the session has ended, signing in again leads to the address of the interrupted form.
  page(paths.reviewRemovals, redirectTo(paths.dashboard));
  form(paths.reviewRemovals, reviewPage, readLargeForms());
  page(paths.removalRun, removalRunPage);
  form(paths.removalRun, refreshData(explainActionLimit(startRemovals, paths.leadCapture)), readLargeForms());
  page(paths.removalReceipt, removalReceipt, sameOriginDownloads(paths.dashboard));

  // Without a session, notFound() renders the page.
  page(/.*/, notFoundPage, skipWithoutSession);
  return router;
}

/** Skips the rest of the route without a session. */
const skipWithoutSession: RequestHandler = (_request, response, next) => {
  next(response.locals.session.claims ? undefined : 'route');
};

function redirectTo(location: string): SignedInHandler {
  return () => redirect(location, { status: 302 });
}

import { type RequestHandler, Router } from 'express';
import type { ToastCode } from '../shared/messages';
import { paths, requestLicensesPath } from '../shared/paths';
import { productKeys, productTerms } from '../shared/products';
import type { Dependencies } from './dependencies';
import { sameOriginDownloads } from './http/forms';
import { resumeHere } from './http/interrupted-page';
import { createSmallFormReader, createUploadReader, formWithRows } from './http/read-form';
import { redirect } from './http/reply';
import type { Resume } from './http/request';
import { handle } from './http/write-reply';
import { type ExportFormat, exportFormats } from './lists/exports';
import { askFirstFile, askFirstPage } from './pages/ask-first/page';
import { addCard, requestProfileData } from './pages/cards/actions';
import { cards } from './pages/cards/product';
import { comparedLists } from './pages/compare/lists';
import { compareDownload, comparePage, listForm, sendList } from './pages/compare/page';
import { dashboardPage } from './pages/dashboard/page';
import { type Handler, requiring, type SignedInHandler } from './pages/handler';
import { invitePage, invitePeople, qrCodeDownload } from './pages/invite/page';
import { type AnyList, downloadPath } from './pages/lists/page-lists';
import { notFoundPage } from './pages/not-found';
import { peopleDownload, peoplePage } from './pages/people/page';
import { removePerson } from './pages/people/remove-person';
import { peopleLists } from './pages/people-list/lists';
import { type Product, returnUrl } from './pages/product/define-product';
import { listDownload } from './pages/product/download';
import { productPage } from './pages/product/page';
import { productDefinitions } from './pages/product/products';
import { removalAction } from './pages/product/removal-action';
import { reviewUrl } from './pages/product/removal-urls';
import { requestLicenses } from './pages/product/request-licenses';
import { jobPage, removalReceipt } from './pages/removals/job-page';
import { leaveOut } from './pages/removals/leave-out';
import { createReview, reviewPage } from './pages/removals/review';
import { sourceUrl } from './pages/removals/selection-source';
import { retryRemoval, startJob, stopRemoval } from './pages/removals/start-job';
import { roleGuard, signInGuard } from './pages/sign-in/guard';
import {
  finishSignIn,
  finishSignInForm,
  linkSentPage,
  loginForm,
  logout,
  sendMagicLink,
} from './pages/sign-in/handlers';
import { signedInRequest } from './pages/signed-in-request';

/** Every page, download and action, with its path and its handler, which says what it requires. */
export function routes(dependencies: Dependencies): Router {
  const { signIn } = dependencies.limits;
  const router = Router({ strict: true, caseSensitive: true });
  const guard = signInGuard(dependencies);
  const readSmallForm = createSmallFormReader();
  const withRole = roleGuard(dependencies);
  const readUpload = createUploadReader();
  const selectionForm = readUpload(formWithRows);
  const signedOut = (handler: Handler) => handle(request => handler(request, dependencies), dependencies);
  const guarded = (handler: SignedInHandler) => {
    const handleRequest = handle(
      async request => handler(await signedInRequest(request, dependencies), dependencies),
      dependencies,
    );
    return Object.assign(handleRequest, { requires: handler.requires });
  };

  /** Signing in opens this page if it was requested without a session. */
  function page(path: string, handler: SignedInHandler): void {
    router.get(path, guard(resumeHere), guarded(handler));
  }

  function download(path: string, handler: SignedInHandler, linkedFrom: string): void {
    const role = handler.requires === 'role' ? [withRole(linkedFrom)] : [];
    router.get(path, sameOriginDownloads(linkedFrom), guard(), ...role, guarded(handler));
  }

  /** `resume` returns the URL of the page with the form. */
  function form(path: string, read: RequestHandler, handler: SignedInHandler, resume?: Resume): void {
    const role = handler.requires === 'role' ? [withRole()] : [];
    router.post(path, guard(resume), ...role, read, guarded(handler));
  }

  /** An action of a product, and the toast for when a missing session has prevented it. */
  function action(product: Product, path: string, handler: SignedInHandler, notDone: ToastCode): void {
    form(path, readSmallForm, handler, request => ({ url: returnUrl(product, request), notDone }));
  }

  /** The exports of a list in each format. */
  function exportsOf(
    page: { readonly path: string },
    list: AnyList,
    handler: (format: ExportFormat) => SignedInHandler,
  ): void {
    for (const format of exportFormats)
      download(downloadPath(page, list, format), handler(format), page.path);
  }

  /** A product's page, the exports of its lists, the request for more licenses, and the removal of one. */
  function productRoutes(product: Product): void {
    const { key, path, lists } = product;
    const { removalPath, toasts } = productTerms[key];
    page(path, productPage(product));
    for (const list of Object.values(lists)) {
      exportsOf(product, list, format => listDownload(product, list, format));
    }
    action(product, requestLicensesPath(path), requestLicenses(product), 'licensesNotRequested');
    action(product, removalPath, removalAction(product), toasts.notDone);
  }

  router.get(paths.login, signedOut(loginForm));
  router.get(paths.linkSent, signedOut(linkSentPage));
  router.post(paths.login, signIn.linksPerIp, readSmallForm, signedOut(sendMagicLink));
  router.get(paths.finishSignIn, signedOut(finishSignInForm));
  router.post(
    paths.finishSignIn,
    signIn.concurrentPerIp,
    signIn.failuresPerIp,
    readSmallForm,
    signedOut(finishSignIn()),
  );
  router.post(paths.logout, readSmallForm, signedOut(logout));

  router.get(paths.home, guard(), guarded(redirectTo(paths.leadCapture)));
  page(paths.dashboard, dashboardPage);

  for (const key of productKeys) productRoutes(productDefinitions[key]);
  action(cards, paths.requestProfileData, requestProfileData, 'profileDataNotRequested');
  form(paths.addCard, readSmallForm, addCard);

  const { path, lists } = peopleLists(productKeys);
  page(path, peoplePage);
  form(paths.removePerson, selectionForm, removePerson, removalNotDone);
  exportsOf({ path }, lists.people, peopleDownload);

  page(paths.leavers, redirectTo(paths.compare));
  page(paths.compare, comparePage);
  form(paths.compare, readUpload(listForm), sendList, resumeHere);
  const compared = comparedLists();
  exportsOf(compared, compared.lists.people, format => compareDownload('people', format));
  exportsOf(compared, compared.lists.others, format => compareDownload('others', format));

  page(paths.invite, invitePage);
  form(paths.invite, selectionForm, invitePeople, resumeHere);
  download(paths.inviteQrCode, qrCodeDownload, paths.invite);

  page(paths.reviewRemovals, reviewPage);
  form(paths.reviewRemovals, selectionForm, createReview, ({ query }) => ({ url: sourceUrl(query) }));
  form(paths.leaveOut, selectionForm, leaveOut, ({ query }) => ({ url: reviewUrl(String(query.review)) }));
  page(paths.askFirst, askFirstPage);
  download(paths.askFirstFile, askFirstFile, paths.dashboard);
  page(paths.removalJob, jobPage);
  form(paths.removalJob, readSmallForm, startJob, removalNotDone);
  form(paths.stopRemoval, readSmallForm, stopRemoval);
  form(paths.retryRemoval, readSmallForm, retryRemoval);
  download(paths.removalReceipt, removalReceipt('csv'), paths.dashboard);
  download(paths.removalReceiptWorkbook, removalReceipt('xlsx'), paths.dashboard);

  // Without a session, notFound() renders the page.
  router.get(/.*/, skipWithoutSession, guard(), guarded(notFoundPage));
  return router;
}

const removalNotDone: Resume = ({ query }) => ({ url: sourceUrl(query), notDone: 'removalNotDone' });

const skipWithoutSession: RequestHandler = (_request, response, next) => {
  next(response.locals.session.claims ? undefined : 'route');
};

function redirectTo(location: string): SignedInHandler {
  return requiring('session', () => redirect(location, { status: 302 }));
}

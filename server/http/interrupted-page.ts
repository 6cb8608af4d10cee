import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { paths } from '../../shared/paths';
import type { ToastContent } from '../session/session';
import { type Resume, readRequest } from './request';

/** Longer URLs lose their query: they would not fit into the headers of the response that opens the next session. */
const URL_LIMIT = 300;

export const resumeHere: Resume = ({ path, search }) => ({ url: path + search });

/**
 * Stores the interrupted request in a cookie, so that the next sign-in returns to its page, if its route has one. Actions
 * are never repeated: a toast says that they were not carried out.
 */
export async function storeInterruption(
  request: Request,
  response: Response,
  { sessionEnded, done }: { readonly sessionEnded: boolean; readonly done?: ToastContent | undefined },
): Promise<void> {
  const { resume, interruptedPage } = response.locals;
  if (!resume || request.method === 'HEAD') return;
  const { url, notDone } = resume(readRequest(request, response));
  await interruptedPage.set({
    url: url.length <= URL_LIMIT ? url : (url.split('?', 1)[0] ?? ''),
    ...(done ? { done } : { notDone }),
    // The page with the form was shown in a session.
    sessionEnded: sessionEnded || request.method === 'POST',
  });
}

/**
 * Ends the session, because the identity provider has, and redirects to the login page. `done` is the toast of an action that
 * was carried out.
 */
export async function endSession(request: Request, response: Response, done?: ToastContent): Promise<void> {
  await storeInterruption(request, response, { sessionEnded: true, done });
  response.locals.session.end();
  await response.locals.session.save();
  response.redirect(302, paths.login);
}

/** Forgets the interrupted request, because its browser is signed in, and shows the outcome of its action. */
export function forgetInterruption({ method }: Request, { locals }: Response): void {
  const interruption = locals.interruptedPage.value;
  if (!interruption || method === 'HEAD') return;
  locals.interruptedPage.clear();
  const { done, notDone } = interruption;
  const toast = done ?? (notDone && ([notDone] as const));
  if (toast) locals.session.addToast(toast, randomUUID());
}

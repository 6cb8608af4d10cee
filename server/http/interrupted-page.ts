import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import * as v from 'valibot';
import { toastCodes } from '../../shared/messages';
import { paths } from '../../shared/paths';
import type { SealedText } from '../session/sealed-texts';
import { type ToastContent, toastSchema } from '../session/session';
import { type PortalRequest, readRequest } from './request';

const schema = v.object({
  /** Path and query of the page to return to. */
  url: v.string(),
  /** Whether there was a session before; false for a deep link opened while signed out. */
  sessionEnded: v.boolean(),
  /** The toast that says which action was not carried out. */
  notDone: v.optional(v.picklist(toastCodes)),
  /** The toast of an action that was carried out before the session ended. */
  done: v.optional(toastSchema),
});

/** Longer URLs lose their query: they would not fit into the headers of the response that opens the next session. */
const URL_LIMIT = 300;

/** A request that was interrupted because there was no session. */
type Interruption = Readonly<v.InferOutput<typeof schema>>;

/** The page that the next sign-in opens, and the toast for an action that was not carried out. */
export type Resume = (request: PortalRequest) => Pick<Interruption, 'url' | 'notDone'>;

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
  const interruption: Interruption = {
    url: url.length <= URL_LIMIT ? url : (url.split('?', 1)[0] ?? ''),
    ...(done ? { done } : { notDone }),
    // The page with the form was shown in a session.
    sessionEnded: sessionEnded || request.method === 'POST',
  };
  await interruptedPage.set(JSON.stringify(interruption));
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
  const interruption = readInterruption(locals.interruptedPage);
  if (!interruption || method === 'HEAD') return;
  locals.interruptedPage.clear();
  const { done, notDone } = interruption;
  const toast = done ?? (notDone && ([notDone] as const));
  if (toast) locals.session.addToast(toast, randomUUID());
}

/** The interrupted page or action of this browser. */
export function readInterruption({ text }: Pick<SealedText, 'text'>): Interruption | undefined {
  if (text === undefined) return undefined;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return parsed.success ? parsed.output : undefined;
}

declare global {
  namespace Express {
    interface Locals {
      /** Set by the sign-in guard. */
      resume?: Resume | undefined;
    }
  }
}

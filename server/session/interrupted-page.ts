import type { Request, Response } from 'express';
import { paths } from '../../shared/paths';
import { addressOf } from '../http/request';

const pages: readonly string[] = [paths.dashboard, paths.leadCapture, paths.cards];

/**
 * Remembers the page that the end of a session interrupts, so that the next sign-in in this browser leads back to
 * it. Only pages: a download or an action is not to be repeated unasked.
 */
export async function keepInterruptedPage(request: Request, response: Response): Promise<void> {
  const { path, search } = addressOf(request);
  if (request.method === 'GET' && pages.includes(path)) {
    await response.locals.interruptedPage.keep(path + search);
  }
}

import type { RequestHandler } from 'express';
import { createQueue } from '../concurrency/queue';
import type { Config } from '../config';
import { PageError } from '../errors';
import { digestOf } from '../text/digest';
import { emailKey } from '../text/email-address';
import { clientNetwork } from './client-address';
import { createRateLimit, type SharedCounts } from './rate-limit';

/** The window of the limits, in seconds (P45, P46). */
const WINDOW_SECONDS = 15 * 60;

/** How many sign-in attempts one network address may have in flight. */
const FINISH_CONCURRENCY_LIMIT = 8;

/** How long an attempt waits for its turn, in milliseconds: colleagues behind one address all sign in at nine. */
const FINISH_WAIT_MS = 3000;

/** How many attempts of one network address wait. */
const FINISH_WAITING_LIMIT = 50;

/** Retry-After of attempts beyond the concurrency limit, in seconds. */
const CONCURRENCY_RETRY_AFTER_SECONDS = 3;

type Settings = Pick<Config, 'loginLimitPerEmail' | 'loginLimitPerIp' | 'finishLimitPerIp'>;

/** Middleware with the rate limits against flooding mailboxes with sign-in links (T1) and guessing codes (T39). */
export function createSignInLimits(
  { loginLimitPerEmail, loginLimitPerIp, finishLimitPerIp }: Settings,
  shared?: SharedCounts,
) {
  const createLimit = (name: string, limit: number) =>
    createRateLimit({ name, limit, seconds: WINDOW_SECONDS }, shared);
  const linksPerIp = createLimit('links-per-ip', loginLimitPerIp);
  const linksPerEmail = createLimit('links-per-email', loginLimitPerEmail);
  const failuresPerIp = createLimit('failed-sign-ins-per-ip', finishLimitPerIp);
  return {
    /** Rejects network addresses that request too many links. */
    linksPerIp: (async (request, _response, next) => {
      refuseIf((await linksPerIp.take(clientNetwork(request))).wait, 'Too many magic links requested');
      next();
    }) satisfies RequestHandler,

    /** Counts a link for an email address, however it is spelled. */
    takeLink: (email: string) => linksPerEmail.take(digestOf(emailKey(email))),

    /** Rejects network addresses with too many failed sign-in attempts. Successes and failures of the portal do not count. */
    failuresPerIp: (async (request, response, next) => {
      const { wait, giveBack } = await failuresPerIp.take(clientNetwork(request));
      refuseIf(wait, 'Too many failed attempts to sign in');
      response.once('close', async () => {
        // A redirect leads to the page of a rejected link. Nobody waits for the outcome of an attempt that was aborted.
        const { statusCode, writableFinished } = response;
        const hasFailed = !writableFinished || (statusCode >= 300 && statusCode <= 499);
        if (!hasFailed) await giveBack();
      });
      next();
    }) satisfies RequestHandler,

    /** Lets attempts of a network address wait while too many are in flight. It is first, because waiting attempts have not failed. */
    concurrentPerIp: limitConcurrency(),
  };
}

/** Throws the page of a reached limit if there is a time to wait, in milliseconds. */
function refuseIf(wait: number | undefined, message: string): void {
  if (wait === undefined) return;
  throw new PageError(message, { status: 429, retryAfter: Math.max(1, Math.ceil(wait / 1000)) });
}

function limitConcurrency(): RequestHandler {
  const queue = createQueue(FINISH_CONCURRENCY_LIMIT);
  return async (request, response, next) => {
    const network = clientNetwork(request);
    const isFull = queue.count(network).waiting >= FINISH_WAITING_LIMIT;
    const { turn, end } = queue.enter(
      [network],
      isFull ? AbortSignal.abort() : AbortSignal.timeout(FINISH_WAIT_MS),
    );
    // The browser may have left while its cookies were opened.
    if (response.closed) end();
    else response.once('close', end);
    await turn.catch(() => {
      throw new PageError('Too many attempts to sign in at once', {
        status: 429,
        retryAfter: CONCURRENCY_RETRY_AFTER_SECONDS,
      });
    });
    next();
  };
}

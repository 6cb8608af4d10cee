import { hash } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { type Options, type RateLimitInfo, rateLimit } from 'express-rate-limit';
import { createConcurrencyLimit } from '../concurrency-limit';
import type { Config } from '../config';
import { mailboxOf } from '../email-address';
import { PageError } from '../errors';
import { clientNetwork } from './client-address';
import type { Counter } from './counter';
import { createRateLimitStore } from './rate-limit-store';
import { singleFields } from './request';

/** The window of the limits, in milliseconds (P45, P46). */
const WINDOW_MS = 15 * 60 * 1000;

/** How many sign-in attempts one network address may have in flight. */
const FINISH_CONCURRENCY_LIMIT = 8;

/** Retry-After of attempts beyond the concurrency limit, in seconds. */
const CONCURRENCY_RETRY_AFTER_SECONDS = 3;

type Settings = Pick<Config, 'loginLimitPerEmail' | 'loginLimitPerIp' | 'finishLimitPerIp'>;

/**
 * Rate limits against flooding mailboxes with sign-in links (T1) and guessing codes (T39). They count in this
 * process, and in the counters that replicas share, if any.
 */
export function createSignInLimits(
  { loginLimitPerEmail, loginLimitPerIp, finishLimitPerIp }: Settings,
  sharedCounter?: (name: string) => Counter,
) {
  const common = (name: string): Partial<Options> => ({
    windowMs: WINDOW_MS,
    standardHeaders: false,
    legacyHeaders: false,
    store: createRateLimitStore(name, sharedCounter?.(name)),
  });
  return {
    /** Rejects network addresses that request too many links. */
    linksPerIp: rateLimit({
      ...common('links-per-ip'),
      limit: loginLimitPerIp,
      keyGenerator: clientNetwork,
      handler: refuse('Too many magic links requested'),
    }),
    /** Passes the request to `suppress` when too many links were requested for its email address. */
    linksPerEmail: (suppress: RequestHandler) =>
      rateLimit({
        ...common('links-per-email'),
        limit: loginLimitPerEmail,
        keyGenerator: (_request, response) => hash('sha256', postedMailbox(response), 'base64url'),
        handler: suppress,
      }),
    /** Rejects network addresses with too many failed sign-in attempts. Successes and failures of the portal do not count. */
    failuresPerIp: rateLimit({
      ...common('failed-sign-ins-per-ip'),
      limit: finishLimitPerIp,
      keyGenerator: clientNetwork,
      skipSuccessfulRequests: true,
      requestWasSuccessful: (_request, { statusCode }) => statusCode < 400 || statusCode > 499,
      handler: refuse('Too many failed attempts to sign in'),
    }),
    /** Rejects network addresses with too many attempts in flight. */
    concurrentPerIp: limitConcurrency(FINISH_CONCURRENCY_LIMIT),
  };
}

function refuse(message: string) {
  return (
    request: Request & { rateLimit?: RateLimitInfo },
    _response: Response,
    next: NextFunction,
  ): void => {
    const { resetTime } = request.rateLimit ?? {};
    const milliseconds = resetTime ? resetTime.getTime() - Date.now() : WINDOW_MS;
    next(new PageError(message, { status: 429, retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)) }));
  };
}

/** The mailbox of the posted email address. All malformed addresses share one count, because no link is sent to them. */
function postedMailbox({ locals }: Response): string {
  const { email = '' } = singleFields(locals.form?.fields ?? new Map());
  return mailboxOf(email) ?? '';
}

function limitConcurrency(limit: number): RequestHandler {
  const begin = createConcurrencyLimit(limit);
  return (request, response, next) => {
    const end = begin(clientNetwork(request));
    if (!end) {
      throw new PageError('Too many attempts to sign in at once', {
        status: 429,
        retryAfter: CONCURRENCY_RETRY_AFTER_SECONDS,
      });
    }
    response.once('close', end);
    next();
  };
}

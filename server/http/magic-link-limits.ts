import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, type Options, rateLimit, type Store } from 'express-rate-limit';
import type { Config } from '../config';
import { PageError } from '../errors';

/** The time that the limits count over, in milliseconds (P45, P46). */
const WINDOW = 15 * 60 * 1000;

/** Keeps people from flooding somebody's mailbox with sign-in links. */
export interface MagicLinkLimits {
  /** Refuses an address on the network that asks too often. */
  readonly perIp: RequestHandler;
  /** Gives the request to another handler when too many links have been asked for this e-mail. */
  readonly perEmail: (heldBack: RequestHandler) => RequestHandler;
}

/** Limits that count in this process, or where `countsOf` says. */
export function createMagicLinkLimits(
  { loginLimitPerEmail, loginLimitPerIp }: Pick<Config, 'loginLimitPerEmail' | 'loginLimitPerIp'>,
  countsOf?: (name: string) => Store,
): MagicLinkLimits {
  const common = (name: string): Partial<Options> => ({
    windowMs: WINDOW,
    standardHeaders: false,
    legacyHeaders: false,
    ...(countsOf && { store: countsOf(name) }),
  });
  return {
    perIp: rateLimit({
      ...common('links-per-ip'),
      limit: loginLimitPerIp,
      keyGenerator: request => ipKeyGenerator(request.ip ?? ''),
      handler: (_request, _response, next) =>
        next(new PageError('Too many magic links asked for', { status: 429, retryAfter: WINDOW / 1000 })),
    }),
    perEmail: heldBack =>
      rateLimit({
        ...common('links-per-email'),
        limit: loginLimitPerEmail,
        keyGenerator: postedEmail,
        skip: request => postedEmail(request) === '',
        handler: heldBack,
      }),
  };
}

function postedEmail(request: Request): string {
  const email: unknown = request.body?.email;
  return typeof email === 'string' ? email.trim().toLowerCase() : '';
}

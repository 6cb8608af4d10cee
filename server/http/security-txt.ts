import type { RequestHandler } from 'express';
import { paths } from '../../shared/paths';
import type { Config } from '../config';
import { DAY_MS } from '../units';

/** How long the file is valid, in days; RFC 9116, section 2.5.5, recommends less than a year. */
const VALIDITY_DAYS = 180;

/** Middleware that serves /.well-known/security.txt (RFC 9116) if a contact is configured. */
export function securityTxt(
  { securityContact, publicUrl }: Pick<Config, 'securityContact' | 'publicUrl'>,
  now: () => number,
): RequestHandler {
  return ({ method, path }, response, next) => {
    const isRequested = path === paths.securityTxt && (method === 'GET' || method === 'HEAD');
    if (!isRequested || securityContact === undefined) {
      next();
      return;
    }
    const expires = new Date(now() + VALIDITY_DAYS * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z');
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${paths.securityTxt}`,
    ];
    response.type('text/plain; charset=utf-8');
    response.send(`${lines.join('\n')}\n`);
  };
}

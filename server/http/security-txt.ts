import { Router } from 'express';
import { paths } from '../../shared/paths';
import { DAY_MS } from '../../shared/units';
import type { Config } from '../config';

/** How long the file is valid, in days; RFC 9116, section 2.5.5, recommends less than a year. */
const VALIDITY_DAYS = 180;

/** Serves /.well-known/security.txt (RFC 9116) if a contact is configured. */
export function securityTxt(
  { securityContact, publicUrl }: Pick<Config, 'securityContact' | 'publicUrl'>,
  now: () => number,
): Router {
  const router = Router({ strict: true, caseSensitive: true });
  if (securityContact === undefined) return router;
  router.get(paths.securityTxt, (_request, response) => {
    const expires = new Date(now() + VALIDITY_DAYS * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z');
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${paths.securityTxt}`,
    ];
    response.type('text/plain; charset=utf-8');
    response.send(`${lines.join('\n')}\n`);
  });
  return router;
}

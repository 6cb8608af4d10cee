import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler } from 'express';
import { paths } from '../../shared/paths';

const DOWNLOADS: ReadonlySet<string> = new Set([
  paths.licencesCsv,
  paths.nonActivatedLicencesCsv,
  paths.claimedCardsCsv,
  paths.nonClaimedCardsCsv,
]);

/**
 * Middleware that compresses pages. The lowest levels take a tenth of a page of 25 rows, which costs less time than
 * to send it as it is; higher ones spare a few hundred bytes for several times the work. Files for browsers are
 * compressed by the build, at the highest level; downloads go as they are.
 */
export function compressPages(): RequestHandler {
  const compress = compression({
    level: 1,
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    filter: (_request, response) => String(response.getHeader('Content-Type')).startsWith('text/html'),
  });
  return (request, response, next) => {
    if (DOWNLOADS.has(request.path)) next();
    else compress(request, response, next);
  };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import expressStaticGzip from 'express-static-gzip';
import * as v from 'valibot';
import { paths } from '../../shared/paths';

const manifestSchema = v.object({ stylesheet: v.string(), script: v.string(), icon: v.string() });

/** Addresses of the files that pages name; each carries a hash of its content. */
export type Assets = Readonly<v.InferOutput<typeof manifestSchema>>;

/**
 * What the build wrote into `dist/public/`.
 * @throws {Error} Thrown when the folder holds no build.
 */
export function readAssets(folder: string): Assets {
  return v.parse(manifestSchema, JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
}

/** Middleware that serves the built files, precompressed and for ever: a changed file has another name. */
export function serveAssets(folder: string): RequestHandler {
  const serve = expressStaticGzip(join(folder, paths.assets), {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    index: false,
    serveStatic: { immutable: true, maxAge: '1y', redirect: false },
  });
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    serve(request, response, (error: unknown) => {
      // Set already for the file that then was not there; the page that answers instead is not compressed.
      response.removeHeader('Content-Encoding');
      next(error);
    });
  };
}

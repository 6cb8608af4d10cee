import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import expressStaticGzip from 'express-static-gzip';
import * as v from 'valibot';
import { paths } from '../../shared/paths';
import { PageError } from '../errors';
import { NOT_CACHED } from './security';

const manifestSchema = v.object({
  stylesheet: v.string(),
  start: v.string(),
  tools: v.string(),
  script: v.string(),
  icon: v.string(),
});

/** URLs of the files that pages refer to; each contains a hash of its content. */
export type Assets = Readonly<v.InferOutput<typeof manifestSchema>>;

/**
 * Reads the manifest that the build wrote into `dist/public/`.
 * @throws {Error} Thrown when the folder contains no build.
 */
export function readAssets(folder: string): Assets {
  return v.parse(manifestSchema, JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
}

/** For a year: a changed file has another name. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** Middleware that serves the precompressed build output. */
export function serveAssets(folder: string): RequestHandler {
  const serve = expressStaticGzip(join(folder, paths.assets), {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    index: false,
    serveStatic: {
      cacheControl: false,
      redirect: false,
      setHeaders: response => response.setHeader('Cache-Control', CACHE_CONTROL),
    },
  });
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.set('Allow', 'GET, HEAD');
      throw new PageError('Files support only GET and HEAD', { status: 405 });
    }
    serve(request, response, (error: unknown) => {
      // They are set before the request is checked, and are not those of the error's page.
      for (const name of ['Content-Encoding', 'ETag', 'Last-Modified']) response.removeHeader(name);
      response.set('Cache-Control', NOT_CACHED);
      next(error);
    });
  };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import sirv from 'sirv';
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
  const serve = sirv(join(folder, paths.assets), {
    immutable: true,
    maxAge: 31_536_000,
    brotli: true,
    gzip: true,
    etag: true,
  });
  return (request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') serve(request, response, next);
    else next();
  };
}

import type { RequestListener } from 'node:http';

/** The scheme and host of a target in absolute form (RFC 9112, section 3.2.2), with the slash that may follow. */
const ORIGIN = /^[a-z]+:\/\/[^/?#]*\/?/i;

/** A fragment, which browsers do not send. */
const FRAGMENT = /#.*$/;

/**
 * Reduces the target of each request to its path and query. Express would parse the rest with `url.parse`, which throws for
 * some invalid hosts, outside of all middleware, and for others makes Node log a warning with the target (T28, T31).
 */
export function withoutOrigins(app: RequestListener): RequestListener {
  return (request, response) => {
    request.url = request.url?.replace(ORIGIN, '/').replace(FRAGMENT, '');
    app(request, response);
  };
}

/** The headers of every response, including errors, redirects and assets. */
export const securityHeaders = {
  'content-security-policy':
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self';font-src 'self';connect-src 'self';" +
    "form-action 'self';base-uri 'none';object-src 'none';frame-ancestors 'none';" +
    "require-trusted-types-for 'script';trusted-types 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

import { messages } from '../../../shared/messages';
import { requestLicensesPath } from '../../../shared/paths';
import type { RequestLicensesProps } from '../../../views/components/RequestLicenses';
import { presentMoment } from '../days';
import type { SignedInHandler } from '../handler';
import type { Product } from './define-product';
import { productAction } from './product-action';

interface LicenseRequestContext {
  /** The parameters of the form's action, such as the state of the page's lists. */
  readonly urlOf: (path: string) => string;
  readonly formKey: string;
  /** When this session last requested licenses of the product, in milliseconds since 1970. */
  readonly requestedAt: number | undefined;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** The form that requests more licenses, and when this session last did (P273). */
export function presentLicenseRequest(
  { path }: Product,
  { urlOf, formKey, requestedAt, now }: LicenseRequestContext,
): RequestLicensesProps {
  return {
    action: urlOf(requestLicensesPath(path)),
    formKey,
    requested: requestedAt === undefined ? undefined : presentMoment(requestedAt, now),
  };
}

/** A POST handler that requests more licenses, for the product's page and the dashboard (`?from=dashboard`, P77). */
export function requestLicenses(product: Product): SignedInHandler {
  return productAction(product, {
    auditedAs: 'request',
    limit: 'requests',
    async execute({ administrator }, entityId, dependencies) {
      const { [product.key]: backend } = dependencies.backends.products;
      await backend.send('requestLicenses', { entityId }, administrator.context);
      return {
        toast: ['licensesRequested'],
        licenseRequest: { productKey: product.key, at: dependencies.now() },
      };
    },
    failed: 'requestLicensesFailed',
    unexpected: { toast: 'requestLicensesFailed', message: messages.fallback.requestFailed },
  });
}

import { removableProduct } from '../removals/product';
import { activatedLicenses } from './lists';
import { leadCapture } from './product';

/** The removal of licenses. */
export const licenseRemoval = removableProduct(leadCapture, activatedLicenses, {
  terms: {
    verb: 'Revoke',
    done: 'Revoked',
    warning: 'This action cannot be undone.',
  },
  auditedAs: 'revoke',
  roleMissing: 'scannerAccountMissing',
  remove: ({ scanner }, entityId, licenseId, context) => scanner.revokeLicense(entityId, licenseId, context),
});

import { removableProduct } from '../removals/product';
import { activatedLicenses } from './lists';
import { leadCapture } from './product';

/** The removal of licenses. */
export const licenseRemoval = removableProduct(leadCapture, activatedLicenses, {
  kind: 'license',
  terms: {
    verb: 'Revoke',
    done: 'Revoked',
    noun: 'License',
    activity: 'leads',
    warning: 'This action cannot be undone.',
  },
  columns: { id: 'appId', email: 'email', recentActivity: 'leadsLast30Days' },
  auditedAs: 'revoke',
  roleMissing: 'scannerAccountMissing',
  remove: ({ scanner }, entityId, licenseId, context) => scanner.revokeLicense(entityId, licenseId, context),
});

import { messages } from '../../../shared/messages';
import { type RemovableProduct, removableList } from '../removals/product';
import { activatedLicenses } from './lists';
import { leadCapture } from './product';

type Needs = Parameters<typeof leadCapture.stats>[0];

/** The bulk removal of licenses. */
export const licenseRemoval: RemovableProduct<Needs> = {
  kind: 'license',
  role: leadCapture.role,
  roleMissing: 'scannerAccountMissing',
  statsFailed: messages.leadCapture.statsFailed,
  path: leadCapture.path,
  title: leadCapture.title,
  words: {
    verb: 'Revoke',
    done: 'Revoked',
    noun: 'License',
    activity: 'leads',
    warning: 'This action cannot be undone.',
  },
  auditedAs: 'revoke',
  listAddress: query =>
    `${leadCapture.address(leadCapture.path, leadCapture.readState(query))}#${activatedLicenses.id}`,
  list: async (needs, entityId, context) =>
    removableList(leadCapture, activatedLicenses, await leadCapture.stats(needs, entityId, context), {
      kind: 'license',
      id: 'appId',
      email: 'email',
      recentActivity: 'leadsLast30Days',
    }),
  remove: ({ scanner }, entityId, id, context) => scanner.revokeLicense(entityId, id, context),
};

import { paths } from '../paths';
import type { ProductWords } from './words';

export const license = {
  number: 2,
  path: paths.leadCapture,
  title: 'Lead Capture',
  plural: 'licenses',
  settings: { api: 'SCANNER_API', app: 'SCANNER_APP', localPath: '/api' },
  idName: 'UserID',
  hasNames: false,
  claim: 'activate',
  activityVerb: 'captured',
  activityNoun: 'lead',
  activityNounPlural: 'leads',
  claimed: 'activated',
  verb: 'Revoke',
  doing: 'Revoking',
  done: 'Revoked',
  effect: ['license', 'revoked'],
  peopleColumns: {
    count: 'licenses',
    ids: 'licenseIds',
    last30Days: 'leadsLast30Days',
    total: 'leadsTotal',
    usage: 'licenseUsage',
    activatedOn: 'activatedOn',
  },
  peopleHeading: 'Lead Capture leads',
  comparedColumns: { since: 'leadsSince', before: 'leadsThen' },
  exportHeadings: {
    id: 'userId',
    count: 'licenses',
    ids: 'userIds',
    last30Days: 'leadsLast30Days',
    total: 'totalLeads',
  },
} as const satisfies ProductWords;

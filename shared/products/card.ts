import { paths } from '../paths';
import type { ProductWords } from './words';

export const card = {
  number: 3,
  path: paths.cards,
  title: 'Digital Business Cards',
  plural: 'cards',
  settings: { api: 'ECARD_API', app: 'CARDS_APP', localPath: '/ecard-api' },
  idName: 'CardID',
  hasNames: true,
  claim: 'claim',
  activityVerb: 'had',
  activityNoun: 'visit',
  activityNounPlural: 'profile visits',
  claimed: 'claimed',
  verb: 'Deactivate',
  doing: 'Deactivating',
  done: 'Deactivated',
  effect: ['NFC profile', 'cleared'],
  peopleColumns: {
    count: 'cards',
    ids: 'cardIds',
    last30Days: 'viewsLast30Days',
    total: 'totalViews',
    usage: 'cardUsage',
    activatedOn: undefined,
  },
  peopleHeading: 'Card visits',
  comparedColumns: { since: 'visitsSince', before: 'visitsThen' },
  exportHeadings: {
    id: 'cardId',
    count: 'cards',
    ids: 'cardIds',
    last30Days: 'viewsLast30Days',
    total: 'totalViews',
  },
} as const satisfies ProductWords;

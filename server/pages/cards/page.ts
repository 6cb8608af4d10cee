import { createElement } from 'react';
import { CARDS, entityFor } from '../../../shared/admin';
import { readCardListState } from '../../../shared/list-state';
import { CardsPage } from '../../../views/pages/CardsPage';
import type { Ecard } from '../../backends/ecard';
import type { PortalUsers } from '../../backends/portal-users';
import type { Handler } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { signedInPage } from '../signed-in-page';
import { loadStats, presentKnown } from '../stats';
import { presentCards } from './present';

interface Options {
  readonly portalUsers: PortalUsers;
  readonly ecard: Ecard;
  /** The cards app's download link. */
  readonly cardsAppUrl: string;
  readonly helpUrl: string;
}

/** GET /digital-business-cards */
export function cardsPage({ portalUsers, ecard, cardsAppUrl, helpUrl }: Options): Handler<SignedInRequest> {
  return signedInPage({
    portalUsers,
    title: 'Digital Business Cards',
    subtitle: 'Cards claimed by your people, and those still free',
    shape: 'list',
    async load(request, details) {
      const { administrator, query } = request;
      const stats = await loadStats(request, entityFor(details, CARDS), entityId =>
        ecard.stats(entityId, administrator.bearer),
      );
      const content = presentKnown(stats, request, helpUrl, known =>
        presentCards(known, readCardListState(query), {
          downloadLink: cardsAppUrl,
          deactivate: query.deactivate,
          dialog: query.dialog,
        }),
      );
      return layout => createElement(CardsPage, { layout, content });
    },
  });
}

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
import { selectPages } from './select';

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
    load: (request, details) =>
      loadStats(request, entityFor(details, CARDS), entityId =>
        ecard.stats(entityId, request.administrator.bearer),
      ),
    async show(request, stats, layout) {
      const { query } = request;
      const state = readCardListState(query);
      const content = await presentKnown(stats, request, helpUrl, async known =>
        presentCards(known, await selectPages(known, state), state, {
          downloadLink: cardsAppUrl,
          deactivate: query.deactivate,
          dialog: query.dialog,
        }),
      );
      return createElement(CardsPage, { layout, content });
    },
  });
}

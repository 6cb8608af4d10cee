import { createElement } from 'react';
import { CARDS, entityFor } from '../../../shared/admin';
import { readCardListState } from '../../../shared/list-state';
import { CardsPage, type CardsPageProps } from '../../../views/pages/CardsPage';
import type { Ecard } from '../../backends/ecard';
import type { PortalUsers } from '../../backends/portal-users';
import { type Handler, page } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { presentLayout, presentTitle } from '../layout';
import { loadStats } from '../stats';
import { userDetails } from '../user-details';
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
  return async request => {
    const { administrator, query, path, search } = request;
    const details = await userDetails(portalUsers, request);
    const stats = await loadStats(request, entityFor(details, CARDS), entityId =>
      ecard.stats(entityId, administrator.bearer),
    );
    const content = (): CardsPageProps['content'] => {
      if (stats === 'no access') return { state: 'not activated', helpUrl };
      if (stats === 'failed') return { state: 'failed', retryHref: path + search };
      const { deactivate, dialog } = query;
      const extras = { downloadLink: cardsAppUrl, deactivate, dialog };
      return { state: 'ready', ...presentCards(stats, readCardListState(query), extras) };
    };
    const props = { layout: presentLayout(request, details), content: content() };
    return page(presentTitle('Digital Business Cards', details), createElement(CardsPage, props));
  };
}

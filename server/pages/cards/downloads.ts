import { CARDS, entityFor } from '../../../shared/admin';
import {
  claimedCardsExport,
  claimedCardsWithVisitsExport,
  nonClaimedCardsExport,
} from '../../../shared/exports';
import { readCardListState } from '../../../shared/list-state';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { CompanyStats, Ecard } from '../../backends/ecard';
import type { PortalUsers } from '../../backends/portal-users';
import { BackendError } from '../../errors';
import { type Handler, type RedirectReply, redirect } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import type { Workers } from '../../workers/workers';
import { csv } from '../csv';
import { selectClaimed, selectNonClaimed } from './select';

interface Options {
  readonly portalUsers: PortalUsers;
  readonly ecard: Ecard;
  readonly workers: Workers;
  readonly now: () => number;
}

/** GET /digital-business-cards/claimed-cards.csv; `?visits=1` has the real profile visits (P154). */
export function claimedCardsCsv(options: Options): Handler<SignedInRequest> {
  return async request => {
    const state = readCardListState(request.query);
    const cards = await loadCards(request, options);
    if (!cards) return toPage();
    const content = request.query.visits === '1' ? claimedCardsWithVisitsExport : claimedCardsExport;
    return csv(request, content, await selectClaimed(cards.claimed, state), {
      search: state.q,
      now: options.now,
      workers: options.workers,
      toast: 'cardsExported',
    });
  };
}

/** GET /digital-business-cards/non-claimed-cards.csv */
export function nonClaimedCardsCsv(options: Options): Handler<SignedInRequest> {
  return async request => {
    const state = readCardListState(request.query);
    const cards = await loadCards(request, options);
    if (!cards) return toPage();
    return csv(request, nonClaimedCardsExport, await selectNonClaimed(cards.nonClaimed, state), {
      search: state.nq,
      now: options.now,
      workers: options.workers,
      toast: 'nonClaimedCardsExported',
    });
  };
}

/**
 * The company's cards; undefined without the role.
 * @throws {BackendError} Thrown when the cards cannot be had: a download is then an error page, never half a file.
 */
async function loadCards(
  { administrator: { bearer } }: SignedInRequest,
  { portalUsers, ecard }: Options,
): Promise<CompanyStats['cards']> {
  const entityId = entityFor(await portalUsers.details(bearer), CARDS);
  if (entityId === undefined) return undefined;
  const { cards } = await ecard.stats(entityId, bearer);
  if (!cards) throw new BackendError(messages.cards.cardsUnreadable, 'content');
  return cards;
}

/** Without the role there is nothing to download; the page says so. */
function toPage(): RedirectReply {
  return redirect(paths.cards, { status: 302 });
}

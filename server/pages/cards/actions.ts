import { CARDS, entityFor } from '../../../shared/admin';
import { readCardListState } from '../../../shared/list-state';
import { messages, type ToastCode } from '../../../shared/messages';
import { cardsAddress, paths } from '../../../shared/paths';
import type { Ecard } from '../../backends/ecard';
import type { PortalUsers } from '../../backends/portal-users';
import { BackendError } from '../../errors';
import { type Handler, type Reply, redirect } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { attempt } from '../action';
import { requestLicenses } from '../request-licenses';
import { userDetails } from '../user-details';
import { findDeactivatable } from './select';

interface Options {
  readonly portalUsers: PortalUsers;
  readonly ecard: Ecard;
}

/** POST /digital-business-cards/request-licenses */
export function requestCardLicenses({ portalUsers, ecard }: Options): Handler<SignedInRequest> {
  return requestLicenses({
    portalUsers,
    product: CARDS,
    roleMissing: 'cardsRoleMissing',
    send: ecard.requestLicenses,
    back: listAddress,
  });
}

/** POST /digital-business-cards/deactivate: only cards in the administrator's own list (P127). */
export function deactivateCard({ portalUsers, ecard }: Options): Handler<SignedInRequest> {
  return withCompany(portalUsers, (entityId, request) => {
    const { bearer } = request.administrator;
    const deactivate = async () => {
      const card = findDeactivatable(await ecard.stats(entityId, bearer), request.form.cardId);
      if (!card) throw new BackendError(messages.cards.deactivateCallFailed, 'not listed');
      await ecard.deactivateCard(card.cardId, bearer);
    };
    return attempt(request, deactivate, {
      done: 'cardDeactivated',
      failed: 'deactivateFailed',
      unforeseen: { toast: 'removeCardFailed', message: messages.cards.removeFailed },
    });
  });
}

/** POST /digital-business-cards/request-profile-data */
export function requestProfileData({ portalUsers, ecard }: Options): Handler<SignedInRequest> {
  return withCompany(portalUsers, (entityId, request) =>
    attempt(request, () => ecard.requestProfileData(entityId, request.administrator.bearer), {
      done: 'profileDataRequested',
      failed: 'profileDataRequestFailed',
      unforeseen: { toast: 'profileDataFailed', message: messages.cards.exportFailed },
    }),
  );
}

/** POST /digital-business-cards/cards: the backends know no such call (P112). */
export function addCard(): Handler<SignedInRequest> {
  return () => ({ kind: 'text', status: 501, text: messages.cards.addUnsupported });
}

/** An action on the company's cards; without the role it ends before any call. */
function withCompany(
  portalUsers: PortalUsers,
  act: (entityId: string, request: SignedInRequest) => Promise<ToastCode>,
): Handler<SignedInRequest> {
  return async (request): Promise<Reply> => {
    const details = await userDetails(portalUsers, request);
    const entityId = entityFor(details, CARDS);
    const toast = (): ToastCode | Promise<ToastCode> => {
      if (!details) return 'userDetailsMissing';
      return entityId === undefined ? 'cardsRoleMissing' : act(entityId, request);
    };
    return redirect(listAddress(request), { toast: [await toast()] });
  };
}

function listAddress({ query }: SignedInRequest): string {
  return cardsAddress(paths.cards, readCardListState(query));
}

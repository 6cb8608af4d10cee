import type { Router } from 'express';
import { escapeFormulas } from '../../server/lists/exports';
import { CARDS } from '../../server/roles';
import { asAdminOf, asCaller, type BackendOptions, createProductRouter, hasRole, refuse } from './backend';
import type { Account, Card, NewEmail } from './store';

const csvLine = (fields: string[]): string =>
  fields.map(field => `"${String(escapeFormulas(field)).replaceAll('"', '""')}"`).join(',');

function exportEmail(account: Account, cards: readonly Card[]): NewEmail {
  const headings = ['CardID', 'Name', 'Email', 'Job title', 'Visits (30 days)', 'Visits (total)'];
  const rows = cards.map(card => [
    card.code,
    card.name ?? '',
    card.email ?? '',
    card.title ?? '',
    String(card.activitiesLast30Days),
    String(card.activitiesTotal),
  ]);
  return {
    to: account.email,
    subject: 'Your profile data export',
    text: [
      account.name === '' ? 'Hello,' : `Hello ${account.name},`,
      `The profile data of all ${cards.length} digital business cards of ${account.company} is attached.`,
    ].join('\n\n'),
    attachment: {
      fileName: 'profile-data.csv',
      content: [headings, ...rows].map(row => `${csvLine(row)}\r\n`).join(''),
    },
  };
}

/** The stand-in for the ecard backend, to be mounted at /ecard-api. Exports go to the sandbox's inbox. */
export function createEcard(options: BackendOptions): Router {
  const { store } = options;
  const router = createProductRouter(CARDS, '/portal/companies/:entityId', options);

  router.post(
    '/portal/companies/:entityId/export',
    asAdminOf(CARDS, options, (caller, request, response) => {
      const cards = store.cards(request.params.entityId);
      if (!cards) return refuse(response, 404, 'unknown company');
      store.addEmail(exportEmail(caller, cards));
      response.status(202).json({});
    }),
  );

  router.delete(
    '/portal/nfcprofiles/:cardId/clear',
    asCaller<{ cardId: string }>(options, (caller, request, response) => {
      const { cardId } = request.params;
      const entityId = store.companyOfCard(cardId);
      if (entityId === undefined) return refuse(response, 404, 'unknown card');
      if (!hasRole(caller, CARDS, entityId))
        return refuse(response, 403, 'no role for the company of this card');
      store.clearCard(cardId);
      response.status(204).end();
    }),
  );

  return router;
}

import { readFileSync } from 'node:fs';
import express, { type Router } from 'express';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { FaultInjector } from './fault-injector';
import { describeFaults } from './faults-page';
import { InboxPage } from './InboxPage';
import type { Store } from './store';

const stylesheets = [
  './sandbox.css',
  ...['tokens', 'base', 'controls'].map(name => `../../views/styles/${name}.css`),
];

/**
 * Returns the inbox for the emails of the sandbox, to be mounted at /sandbox/inbox: the page (`?to=` for one recipient),
 * `latest.json` (also with `?to=`) with the newest email's `{ link, subject }`, and the attachments.
 */
export function createInbox({ store, faults }: { store: Store; faults: FaultInjector }): Router {
  const router = express.Router();

  router.get('/', (request, response) => {
    const to = addressIn(request.query.to);
    const page = createElement(InboxPage, {
      to,
      emails: store.emails(to),
      accounts: store.accounts(),
      faults: describeFaults(faults),
    });
    response.type('html').send(`<!doctype html>${renderToStaticMarkup(page)}`);
  });

  router.get('/inbox.css', (_request, response) => {
    response
      .type('css')
      .send(stylesheets.map(name => readFileSync(new URL(name, import.meta.url))).join('\n'));
  });

  router.get('/latest.json', (request, response) => {
    const [latest] = store.emails(addressIn(request.query.to));
    if (!latest) return response.status(404).json({ error: 'no mail' });
    response.json({ link: latest.link ?? null, subject: latest.subject });
  });

  router.get('/:id/attachment', (request, response, next) => {
    const attachment = store.emails().find(({ id }) => String(id) === request.params.id)?.attachment;
    if (!attachment) return next();
    response.attachment(attachment.fileName).send(attachment.content);
  });

  return router;
}

const addressIn = (parameter: unknown): string | undefined =>
  typeof parameter === 'string' && parameter.trim() !== '' ? parameter.trim() : undefined;

import express, { type Router } from 'express';
import { asCaller, type BackendOptions, refuse } from './backend';
import type { Account, NewEmail } from './store';

export interface PortalUsersOptions extends BackendOptions {
  createMagicLink: (email: string) => Promise<string>;
}

const signInEmail = (account: Account, link: string): NewEmail => ({
  to: account.email,
  subject: 'Your sign-in link',
  text: [
    account.name === '' ? 'Hello,' : `Hello ${account.name},`,
    'Use this link to sign in to the license portal. It works once.',
    'If you did not ask for it, you can ignore this email.',
  ].join('\n\n'),
  link,
});

/** The stand-in for the portal users backend, to be mounted at /api. Magic links go to the sandbox's inbox. */
export function createPortalUsers(options: PortalUsersOptions): Router {
  const { store, createMagicLink } = options;
  const router = express.Router();

  router.post('/portalusers/magiclink', express.json(), async (request, response) => {
    const email: unknown = request.body?.Email;
    if (typeof email !== 'string' || email.trim() === '') return refuse(response, 400, 'Email is missing');
    const account = store.findAccount(email);
    if (!account) return refuse(response, 404, `unknown user ${email}`);
    store.addEmail(signInEmail(account, await createMagicLink(account.email)));
    response.json({});
  });

  router.get(
    '/portalusers',
    asCaller(options, ({ name, company, roles }, _request, response) => {
      response.json({ name, company, roles });
    }),
  );

  return router;
}

import { paths } from '../../shared/paths';
import { Brand } from '../Layout';

const explanations: Readonly<Record<number, readonly [title: string, text: string]>> = {
  400: ['This request could not be read', 'The address or the form is damaged. Go back and try again.'],
  401: ['You have been signed out', 'Your session has ended. Please sign in again.'],
  403: [
    'This form came from another site',
    'For your safety it was not sent. Open the portal and try again from there.',
  ],
  404: ['Page not found', 'There is nothing at this address. It may have been mistyped or moved.'],
  405: [
    'This is not possible here',
    'The portal has pages and forms, and nothing else. Go back and try again.',
  ],
  408: ['That took too long', 'The request did not arrive in time. Please try again.'],
  413: ['That was too much text', 'The form holds more than the portal can take. Go back and shorten it.'],
  415: ['This form could not be read', 'The portal takes forms sent by its own pages only.'],
  417: ['This request could not be answered', 'It expects something that the portal does not do.'],
  429: [
    'Too many requests',
    'Too many sign-in links were asked for. Please wait a quarter of an hour, then try again.',
  ],
  431: [
    'The browser sent too much',
    'Its cookies or the address are longer than the portal can take. Clear the cookies and try again.',
  ],
  502: [
    'The data is not available',
    'The service behind this page did not answer as it should. Please try again.',
  ],
  503: [
    'The portal is busy',
    'It cannot answer just now. You are still signed in: please try again in a moment.',
  ],
  504: [
    'The data is not available',
    'The service behind this page took too long to answer. Please try again.',
  ],
};

const unexplained = [
  'Something went wrong',
  'The portal could not do this. Please try again; if it happens again, tell your contact.',
] as const;

/** Returns the document title for an `ErrorPage` with this status. */
export function errorTitle(status: number): string {
  const [title] = explanations[status] ?? unexplained;
  return `${title} – License Portal`;
}

/** Explains an error, and links to the next step. */
export function ErrorPage({ status }: { readonly status: number }) {
  const [title, text] = explanations[status] ?? unexplained;
  return (
    <main className="single">
      <div className="card panel">
        <Brand name="" />
        <h1>{title}</h1>
        <p>{text}</p>
        <p className="panel-actions">
          {status === 401 ? (
            <a className="button primary" href={paths.login}>
              Sign in
            </a>
          ) : (
            <a className="button primary" href={paths.dashboard}>
              Go to the dashboard
            </a>
          )}
        </p>
      </div>
    </main>
  );
}

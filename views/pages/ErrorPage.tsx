import { paths } from '../../shared/paths';
import { LinkButton } from '../components/LinkButton';
import { publicTitle } from '../Document';
import { Brand } from '../Header';

const explanations: Readonly<Record<number | string, readonly [title: string, text: string]>> = {
  400: ['This request could not be read', 'The address or the form is malformed. Go back and try again.'],
  401: ['You have been signed out', 'Your session has ended. Please sign in again.'],
  403: [
    'This form came from another site',
    'For your safety, it was not processed. Open the portal and try again from there.',
  ],
  404: [
    'Page not found',
    'There is nothing at this address. The address may be mistyped, or the page has moved.',
  ],
  405: [
    'This request is not supported',
    'The portal accepts only requests for its pages and forms. Go back and try again.',
  ],
  'another account': [
    'This page belonged to another account',
    'You have since signed in with another account in this browser. Nothing was done.',
  ],
  413: ['That was too much text', 'The form is larger than the portal accepts. Go back and shorten it.'],
  415: ['This form could not be read', 'The portal accepts only forms of its own pages.'],
  429: [
    'Too many requests',
    'There were too many attempts to sign in. Wait up to 15 minutes, then try again.',
  ],
  'slow upload': [
    'The form arrived too slowly',
    'The connection was too slow or stalled, so the form was not read. Please send it again, or send a smaller file.',
  ],
  'long file name': ['The name of the file is too long', 'Give the file a shorter name, and send it again.'],
  'too many uploads': [
    'Too many forms at once',
    'This form was not read, because others are still arriving. Wait a few seconds, then go back and send it again.',
  ],
  502: [
    'The data is not available',
    'The service behind this page did not respond correctly. Please try again.',
  ],
  503: [
    'The portal is busy',
    'It cannot respond right now. You are still signed in if you were before. Please try again in a moment.',
  ],
  'store unavailable': [
    'Please try again in a minute',
    'The store for reviews, removals and lists of people is not responding right now. Everything else works.',
  ],
  'identity provider unavailable': [
    'Please try again in a minute',
    'The identity provider is not responding correctly. You are still signed in if you were before.',
  ],
  'identity provider refuses the portal': [
    'Sign-in is not available',
    'The identity provider refuses the portal’s requests. You are still signed in if you were before. Please try again later, or contact whoever runs this portal.',
  ],
  504: [
    'The data is not available',
    'The service behind this page took too long to respond. Please try again.',
  ],
};

const unexplained = [
  'Something went wrong',
  'The portal could not do this. Please try again in a few minutes.',
] as const;

/** Failures of a page or file, which the same address may show in a moment. */
const retried: readonly (number | string)[] = [502, 504];

export function errorTitle(explanation: number | string): string {
  const [title] = explanations[explanation] ?? unexplained;
  return publicTitle(title);
}

/** Explains an error, and links to the next step. */
export function ErrorPage({ explanation }: { readonly explanation: number | string }) {
  const [title, text] = explanations[explanation] ?? unexplained;
  const isRetried = retried.includes(explanation);
  return (
    <main className="single">
      <Brand name="" />
      <div className="panel">
        <h1>{title}</h1>
        <p>{text}</p>
        <div className="actions">
          {isRetried ? <LinkButton href="" label="Try again" variant="primary" /> : null}
          {explanation === 401 ? (
            <LinkButton href={paths.login} label="Sign in" variant="primary" />
          ) : (
            <LinkButton
              href={paths.dashboard}
              label="Go to the dashboard"
              variant={isRetried ? undefined : 'primary'}
            />
          )}
        </div>
      </div>
    </main>
  );
}

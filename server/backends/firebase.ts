// The only file that imports Firebase's packages. `identity.ts` loads it before the portal listens; most tests
// do without it.
import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns';
import { Agent } from 'node:http';
import type { LookupFunction } from 'node:net';
import { deleteApp as deleteClientApp, initializeApp as initializeClientApp } from 'firebase/app';
import {
  ActionCodeURL,
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  isSignInWithEmailLink,
} from 'firebase/auth';
import { type Credential, deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { IdentityUnavailable } from '../errors';

export interface FirebaseSettings {
  readonly projectId: string;
  readonly apiKey: string;
  /** `host:port` of a Firebase Auth emulator, the same as FIREBASE_AUTH_EMULATOR_HOST, which firebase-admin reads itself. */
  readonly emulatorHost: string | undefined;
}

export type Firebase = ReturnType<typeof openFirebase>;

/** Tokens are verified with public keys. Without a credential, Firebase would look for a service account. */
const noCredential: Credential = {
  getAccessToken: async () => {
    throw new Error('The portal has no credentials');
  },
};

/** Initializes Firebase for one project. Returns the functions of its packages that the portal uses. */
export function openFirebase({ projectId, apiKey, emulatorHost }: FirebaseSettings, keyAgent?: Agent) {
  // The keys are fetched with Node's `https`, and the users of an emulator with `http`.
  const httpAgent = keyAgent ?? (emulatorHost ? new Agent({ lookup: lookupLiteral }) : undefined);
  const adminApp = initializeApp(
    { projectId, credential: noCredential, ...(httpAgent && { httpAgent }) },
    randomUUID(),
  );

  const clientApp = initializeClientApp({ projectId, apiKey }, randomUUID());
  const auth = initializeAuth(clientApp, { persistence: inMemoryPersistence });
  if (emulatorHost) connectAuthEmulator(auth, `http://${emulatorHost}`, { disableWarnings: true });

  return {
    /** The one-time code that the SDK reads from a sign-in link. */
    readCode(link: string): string | undefined {
      try {
        return isSignInWithEmailLink(auth, link) ? ActionCodeURL.parseLink(link)?.code : undefined;
      } catch (error) {
        // The link, or one nested in it, has broken percent-encoding.
        if (error instanceof URIError) return undefined;
        throw error;
      }
    },
    /**
     * Verifies the signature of a token that the provider has just issued.
     * @throws {IdentityUnavailable} Thrown when the signature is wrong, or the provider's keys are not available.
     */
    async verify(idToken: string): Promise<void> {
      try {
        await getAuth(adminApp).verifyIdToken(idToken);
      } catch (error) {
        const cause = keyFailure(error);
        if (cause) throw new IdentityUnavailable('network', 'its keys cannot be fetched', { cause });
        const isExpired = error instanceof Error && 'code' in error && error.code === 'auth/id-token-expired';
        const advice = isExpired ? '; check the clock of this machine' : '';
        throw new IdentityUnavailable('content', `its token cannot be verified${advice}`, { cause: error });
      }
    },
    async close(): Promise<void> {
      await Promise.all([deleteClientApp(clientApp), deleteApp(adminApp)]);
    },
  };
}

/** For an emulator: Firebase passes an IPv6 literal with its brackets, as in a URL. */
const lookupLiteral: LookupFunction = (host, options, found) =>
  lookup(host.replace(/^\[|\]$/g, ''), options, found);

/** Why the keys could not be fetched, which the SDK says in its message only; undefined if the token is the problem. */
function keyFailure(error: unknown): Error | undefined {
  const message = error instanceof Error ? error.message : '';
  const [, code] = /^Error while making request: .* Error code: (\w+)$/s.exec(message) ?? [];
  const [, proxy, status] = / via https?:\/\/([^/\s]+)\S*: HTTP\/1\.\d (\d{3})/.exec(message) ?? [];
  return code === undefined
    ? undefined
    : Object.assign(new Error(code), { code, proxy, proxyStatus: Number(status) || undefined });
}

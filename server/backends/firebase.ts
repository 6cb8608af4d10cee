// The only importer of Firebase's packages. `identity.ts` loads this file with the first sign-in: the packages take more
// memory and time to start than the rest of the portal.
import { randomUUID } from 'node:crypto';
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

/** What the identity provider hands out for a session. */
export interface Tokens {
  readonly idToken: string;
  readonly refreshToken: string;
}

export interface FirebaseSettings {
  readonly projectId: string;
  readonly apiKey: string;
  /** `host:port` of a Firebase Auth emulator; firebase-admin reads the same from FIREBASE_AUTH_EMULATOR_HOST. */
  readonly emulatorHost: string | undefined;
}

/** What the portal asks of Firebase's packages. */
export interface Firebase {
  /** The one-time code in an e-mail sign-in link as the SDK reads it; undefined if it takes the link for none. */
  readonly codeIn: (link: string) => string | undefined;
  /**
   * Makes sure that the provider has signed a token that it has just handed out.
   * @throws {IdentityUnavailable} Thrown when that is not certain: its keys cannot be had, or do not fit.
   */
  readonly verify: (idToken: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Tokens are verified with the provider's public keys. Without this one Firebase would look for a service account. */
const noCredential: Credential = {
  getAccessToken: async () => {
    throw new Error('The portal has no credential of its own');
  },
};

/** Firebase for one project. */
export function openFirebase({ projectId, apiKey, emulatorHost }: FirebaseSettings): Firebase {
  const adminApp = initializeApp({ projectId, credential: noCredential }, randomUUID());

  const clientApp = initializeClientApp({ projectId, apiKey }, randomUUID());
  const auth = initializeAuth(clientApp, { persistence: inMemoryPersistence });
  if (emulatorHost) connectAuthEmulator(auth, `http://${emulatorHost}`, { disableWarnings: true });

  return {
    codeIn(link) {
      try {
        return isSignInWithEmailLink(auth, link) ? ActionCodeURL.parseLink(link)?.code : undefined;
      } catch (error) {
        // The link, or one nested in it, holds a broken percent-encoding.
        if (error instanceof URIError) return undefined;
        throw error;
      }
    },
    async verify(idToken) {
      try {
        await getAuth(adminApp).verifyIdToken(idToken);
      } catch (error) {
        throw new IdentityUnavailable('its token cannot be verified', { cause: error });
      }
    },
    async close() {
      await Promise.all([deleteClientApp(clientApp), deleteApp(adminApp)]);
    },
  };
}

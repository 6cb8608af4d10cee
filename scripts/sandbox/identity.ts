import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { LRUCache } from 'lru-cache';
import { paths } from '../../shared/paths';
import { SANDBOX_PROJECT } from './auth-emulator';

/** Makes ID tokens as long as Firebase's own, which are signed: some 1,200 bytes. Their limit is in the headers of requests. */
const PICTURE = `https://pictures.example/${'x'.repeat(420)}`;

export type EmulatorIdentity = ReturnType<typeof createEmulatorIdentity>;

/**
 * Uses firebase-admin like the real backends, with the Auth emulator. firebase-admin reads its address from the
 * environment: set FIREBASE_AUTH_EMULATOR_HOST to `emulatorHost`, which is host:port, before the call.
 * @throws {Error} Thrown when it is not set, because tokens would be verified against the real Firebase.
 */
export function createEmulatorIdentity(emulatorHost: string, publicUrl: string) {
  if (process.env.FIREBASE_AUTH_EMULATOR_HOST !== emulatorHost) {
    throw new Error(`FIREBASE_AUTH_EMULATOR_HOST must be ${emulatorHost} for the sandbox's identity.`);
  }
  const app = initializeApp({ projectId: SANDBOX_PROJECT }, `sandbox of ${publicUrl}`);
  const auth = getAuth(app);
  // Verifying a token of the emulator takes a call, unlike a token of the real Firebase.
  const verified = new LRUCache<string, { readonly email: string }>({ max: 1000, ttl: 60_000 });

  return {
    verifyToken: async (token: string) => {
      const known = verified.get(token);
      if (known) return known;
      const { email } = await auth.verifyIdToken(token);
      if (email === undefined) throw new Error('The token has no email.');
      verified.set(token, { email });
      return { email };
    },

    createMagicLink: async (email: string) => {
      await auth.createUser({ email, photoURL: PICTURE }).catch(ignoreExisting);
      const page = new URL(paths.finishSignIn, publicUrl);
      const link = new URL(
        await auth.generateSignInWithEmailLink(email, { url: page.href, handleCodeInApp: true }),
      );
      // Not the emulator's own page: the portal reads the same parameters itself.
      for (const name of ['mode', 'apiKey', 'oobCode', 'lang']) {
        const value = link.searchParams.get(name);
        if (value !== null) page.searchParams.set(name, value);
      }
      return page.href;
    },

    close: () => deleteApp(app),
  };
}

/** @throws {unknown} Thrown when the error says anything but that the user exists. */
function ignoreExisting(error: { code?: string }): void {
  if (error.code !== 'auth/email-already-exists') throw error;
}

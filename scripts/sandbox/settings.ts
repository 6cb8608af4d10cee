import { SANDBOX_PROJECT } from './auth-emulator';

/** The settings that every portal of a test or benchmark needs, with the URLs of its backends. */
export const portalSettings = (
  publicUrl: string,
  backends: Readonly<Record<'portalUsers' | 'scanner' | 'ecard', string>>,
) => ({
  PUBLIC_URL: publicUrl,
  SESSION_KEYS: 'a-secret-of-the-tests-0123456789-0123456789',
  PORTAL_API_URL: backends.portalUsers,
  SCANNER_API_DEMO_URL: backends.scanner,
  ECARD_API_DEMO_URL: backends.ecard,
  FIREBASE_PROJECT_ID: SANDBOX_PROJECT,
  FIREBASE_API_KEY: 'portal-key',
  SCANNER_APP_URL: 'https://apps.example/scanner',
  CARDS_APP_URL: 'https://apps.example/cards',
  HELP_URL: 'https://help.example/',
});

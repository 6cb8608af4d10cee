import { productKeys, productTerms } from '../../shared/products';
import { SANDBOX_PROJECT } from './auth-emulator';

/** The settings that every portal of a test or benchmark needs, with the URLs of its backends. */
export const portalSettings = (
  publicUrl: string,
  backends: Readonly<Record<'portalUsers' | 'scanner' | 'ecard', string>>,
) => ({
  PUBLIC_URL: publicUrl,
  SESSION_KEYS: 'a-secret-of-the-tests-0123456789-0123456789',
  PORTAL_API_URL: backends.portalUsers,
  // A product without a stand-in gets the URL of another one, which does not know its paths.
  ...Object.fromEntries(
    productKeys.flatMap(key => {
      const { api, app } = productTerms[key].settings;
      return [
        [`${api}_DEMO_URL`, backends.portalUsers],
        [`${app}_URL`, `https://apps.example/${app.replace('_APP', '').toLowerCase()}`],
      ];
    }),
  ),
  SCANNER_API_DEMO_URL: backends.scanner,
  ECARD_API_DEMO_URL: backends.ecard,
  FIREBASE_PROJECT_ID: SANDBOX_PROJECT,
  FIREBASE_API_KEY: 'portal-key',
  HELP_URL: 'https://help.example/',
});

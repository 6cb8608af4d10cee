import { createContext, useContext } from 'react';
import { ACCOUNT_FIELD } from '../shared/paths';

/** Whose page this is (see `accountOf`); undefined for pages without a session. */
export const AccountContext = createContext<string | undefined>(undefined);

/** The form field that lets the portal refuse forms of another account's page (T73). */
export function AccountField({ account }: { readonly account?: string | undefined }) {
  const ofPage = useContext(AccountContext);
  const value = account ?? ofPage;
  return value === undefined ? null : <input type="hidden" name={ACCOUNT_FIELD} value={value} />;
}

import { paths } from '../../shared/paths';
import { CARDS, entityFor, SCANNER, type UserDetails } from '../roles';

/** The products, in the order of their links in the sidebar. */
export const products = {
  leadCapture: { role: SCANNER, path: paths.leadCapture, title: 'Lead Capture' },
  cards: { role: CARDS, path: paths.cards, title: 'Digital Business Cards' },
} as const;

/** Whether an administrator has all products, so that a person may have both. */
export function hasEveryProduct(details: UserDetails | undefined): boolean {
  return Object.values(products).every(({ role }) => entityFor(details, role) !== undefined);
}

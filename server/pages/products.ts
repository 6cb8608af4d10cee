import { paths } from '../../shared/paths';
import { CARDS, SCANNER } from '../roles';

/** The products, in the order of their links in the sidebar. */
export const products = {
  leadCapture: { role: SCANNER, path: paths.leadCapture, title: 'Lead Capture' },
  cards: { role: CARDS, path: paths.cards, title: 'Digital Business Cards' },
} as const;

import { cards } from './cards/product';
import { leadCapture } from './lead-capture/product';

/** In the order of their links in the sidebar. */
export const products = [leadCapture, cards];

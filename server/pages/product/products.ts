import type { ProductKey } from '../../../shared/products';
import { cards } from '../cards/product';
import { leadCapture } from '../lead-capture/product';
import type { Product } from './define-product';

export const productDefinitions = {
  license: leadCapture,
  card: cards,
} as const satisfies Record<ProductKey, Product>;

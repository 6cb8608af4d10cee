import type { ProductKey } from '../../../shared/products';
import { cards } from './cards';
import type { Product } from './define-product';
import { leadCapture } from './lead-capture';

export const productDefinitions = { license: leadCapture, card: cards } as const satisfies Record<
  ProductKey,
  Product
>;

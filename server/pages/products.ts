import { type ProductKey, products } from '../../shared/products';
import { formatItems } from './figures';

function termsOf(key: ProductKey) {
  const { verb, doing, done, activities, effect } = products[key];
  return {
    product: products[key],
    ...{ verb, doing, done },
    /** In the plural. */
    activity: activities,
    effect: (count: number) => `${formatItems(count, effect[0])} will be ${effect[1]}.`,
  };
}

/** Each kind of item: its product, and the words for its removal. */
export const removalTerms = { license: termsOf('license'), card: termsOf('card') } as const;

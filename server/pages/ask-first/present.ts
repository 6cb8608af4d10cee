import { formatCount } from '../../../shared/format-count';
import { paths, withParameter } from '../../../shared/paths';
import { type ProductKey, productKeys, productTerms } from '../../../shared/products';
import type { AskFirstContent } from '../../../views/pages/AskFirstPage';
import type { RemovalItem } from '../../removals/items';
import { type PersonWithItems, peopleOf } from '../../removals/people';
import type { Review } from '../../removals/state';
import { COMPARE } from '../compare/lists';
import { formatPeople, joinTexts } from '../format';
import { presentMail } from '../mail';
import { reviewUrl } from '../product/removal-urls';
import { sourceLink } from '../removals/selection-source';

/** The letter to the people of a review, signed with this name, and the links to send it. */
export function presentAskFirst(
  { id, review }: { readonly id: string; readonly review: Review },
  name: string,
): Extract<AskFirstContent, { state: 'ready' }> {
  const people = peopleOf(review.items);
  const products = productKeys.filter(productKey =>
    review.items.some(item => item.productKey === productKey),
  );
  const letter = writeLetter(people, products, review.items, name);
  return {
    state: 'ready',
    summary: askedText(people.length, products, review),
    review: id,
    letter,
    ...presentMail(
      people.map(({ email }) => email),
      letter,
    ),
    fileHref: withParameter(paths.askFirstFile, 'review', id),
    reviewHref: reviewUrl(id),
    // A list that was sent is gone when the replies are in.
    list:
      review.source.of === COMPARE
        ? { href: paths.compare, label: 'Compare with a list', again: 'Compare the list again' }
        : { ...sourceLink(review.source), again: 'Review these people again' },
  };
}

/** “149 people whose Lead Capture license had no leads in 30 days”. */
function askedText(people: number, products: readonly ProductKey[], { items, count }: Review): string {
  const usage = howUsed(items);
  const have = joinTexts(
    products.map(productKey => productTerms[productKey].asked.title),
    'or',
  );
  const [first, ...others] = products;
  const activity =
    first && others.length === 0 ? `had no ${productTerms[first].activityNounPlural}` : 'was not used';
  const which =
    usage === undefined
      ? `with a ${have}`
      : usage === 'never used'
        ? `who ${people === 1 ? 'has' : 'have'} never used their ${have}`
        : `whose ${have} ${activity} in 30 days`;
  const text = `${formatPeople(people)} ${which}`;
  if (count <= items.length) return text;
  return `${text}: the first ${formatCount(items.length)} of the ${formatCount(count)} that match`;
}

/** How all items are used; undefined if some are in use. */
function howUsed(items: readonly RemovalItem[]): 'never used' | 'not used' | undefined {
  if (items.some(({ isUsed }) => isUsed)) return undefined;
  return items.every(({ totalActivity }) => totalActivity === 0) ? 'never used' : 'not used';
}

function writeLetter(
  people: readonly PersonWithItems[],
  products: readonly ProductKey[],
  items: readonly RemovalItem[],
  name: string,
) {
  const haveAll = people.every(person => products.every(productKey => person.items[productKey].length > 0));
  const join = (texts: readonly string[]) => joinTexts(texts, haveAll ? 'and' : 'or');
  const [it, have] = haveAll && products.length > 1 ? ['them', 'they have'] : ['it', 'it has'];
  const unused = howUsed(items) === undefined ? '' : `, and ${have} not been used in the last 30 days`;
  const names = products.map(
    productKey => `your ${products.length > 1 ? productKey : productTerms[productKey].asked.subject}`,
  );
  return {
    subject: `Do you still need ${join(names)}?`,
    text: [
      'Hello,',
      `You have ${join(products.map(productKey => productTerms[productKey].asked.text))}${unused}.`,
      `Do you still need ${it}? Please answer by the end of next week. If we do not hear from you, we will give ${it} to a colleague.`,
      ['Thank you', name].filter(line => line !== '').join('\n'),
    ].join('\n\n'),
  };
}

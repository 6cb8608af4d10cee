import { paths } from '../../../shared/paths';
import { type ProductKey, plural, productKeys, productTerms } from '../../../shared/products';
import { AskFirstPage } from '../../../views/pages/AskFirstPage';
import { redirect } from '../../http/reply';
import { namesOf, type PersonWithItems, peopleOf, recentActivityOf } from '../../removals/people';
import { emailKey } from '../../text/email-address';
import { withDownloadLine } from '../audit-line';
import { requiring } from '../handler';
import { exportTexts } from '../lists/export';
import { loadPeople } from '../people-list/load';
import { askFirstUrl } from '../product/removal-urls';
import { openReview, pageOfReview } from '../removals/open-review';
import { presentAskFirst } from './present';

/** GET /removals/ask?review=…: asks the people of a review before anything is removed (P368 to P370). */
export const askFirstPage = pageOfReview(AskFirstPage, {
  title: 'Ask first',
  shape: 'panels',
  async present(opened, { details }) {
    const { review, backHref } = opened;
    if (review.items.length === 0) return { state: 'empty', note: undefined, backHref };
    return presentAskFirst(opened, (await details())?.name ?? '');
  },
});

/** GET /removals/ask/people.csv?review=…: the people of a review, for a mail merge (P371). */
export const askFirstFile = requiring('role', (request, dependencies) =>
  withDownloadLine(request, dependencies, {}, async () => {
    const { opened } = await openReview(request, dependencies);
    if (opened.state !== 'open' || opened.review.items.length === 0) {
      // The page says why.
      const { review } = request.query;
      return redirect(typeof review === 'string' ? askFirstUrl(review) : paths.askFirst, { status: 302 });
    }
    const people = peopleOf(opened.review.items);
    // A failure of a list is only logged: the file then has no names.
    const everyone = await loadPeople(request, dependencies);
    const names = await namesOf(people, everyone?.people);
    const columnsOf = (productKey: ProductKey) => ({
      [productKey]: ({ items }: PersonWithItems) => items[productKey].map(({ id }) => id).join(' '),
      [`${plural(productTerms[productKey].activityNoun)}Last30Days`]: ({ items }: PersonWithItems) =>
        items[productKey].length === 0 ? '' : String(recentActivityOf(items[productKey])),
    });
    return exportTexts(request, dependencies, people, {
      name: 'people-to-ask',
      rows: 'person(s)',
      texts: {
        email: ({ email }) => email,
        name: ({ email }) => names.get(emailKey(email)) ?? '',
        ...Object.assign({}, ...productKeys.map(columnsOf)),
      },
    });
  }),
);

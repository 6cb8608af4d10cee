import { withParameter } from '../../../shared/paths';
import type { UnusableReview } from '../../../views/components/Unreviewable';
import { compareText } from '../../lists/text';
import { groupByKind, type RemovalItem } from '../../removals/items';
import type { Review } from '../../removals/state';
import type { Step } from '../handler';
import { jobAddress } from '../product/removal-addresses';
import { isOfCompany, ownerOf } from '../record-owner';
import { type FoundReview, goneText, leftOutText, notReviewedText, putBackForm } from './present-review';
import { findSelected, selectionAddress } from './selection';

/** A review with the items that it has found, or why there are none to show. */
type OpenedReview = UnusableReview | FoundReview;

/** Opens the review in the URL. The first time, it finds its items in the administrator's own lists. */
export const openReview: Step<{
  readonly opened: OpenedReview;
  readonly back: string | undefined;
}> = async (request, dependencies) => {
  const { reviews } = dependencies.removals;
  const id = String(request.query.review);
  const stored = await reviews.get(ownerOf(request), request.query.review);
  const details = await request.details();
  return { opened: await open(stored), back: stored?.back };

  async function open(review: Review | undefined): Promise<OpenedReview> {
    if (!review || (review.found && !isOfCompany(review.found.entities, details)))
      return {
        state: 'ended',
        backHref: request.query.of === undefined ? undefined : selectionAddress(request),
      };
    if (review.job !== undefined) return { state: 'used', jobHref: jobAddress(review.job) };
    const { found } = review;
    if (!found) return find(review);
    const backHref = withSelection(review.back, id);
    if (found.items.length === 0) {
      const notes = [goneText(found), leftOutText(review), notReviewedText(review)];
      const putBack = review.leftOut?.length ? putBackForm(id) : undefined;
      return { state: 'empty', notes: notes.filter(note => note !== undefined), putBack, backHref };
    }
    return { state: 'found', id, review, found, backHref };
  }

  async function find({ selection, back }: Review): Promise<OpenedReview> {
    const selectedItems = await findSelected(request, selection, dependencies);
    if ('refused' in selectedItems) {
      const { refused: message, isTemporary } = selectedItems;
      const retryHref = isTemporary ? withParameter(request.path, 'review')(id) : undefined;
      return { state: 'refused', message, backHref: back, retryHref };
    }
    const found = { ...selectedItems, items: sortItems(selectedItems.items) };
    // Another tab may have been faster. The rows of the selection are no longer needed.
    const selected: Review['selection'] = { of: 'rows', rows: [] };
    return open(
      await reviews.compareAndSet(ownerOf(request), id, review =>
        review.found ? review : { ...review, selection: selected, found },
      ),
    );
  }
};

/** The order of a review and of its job: licenses before cards, each by activity, then by email. */
export function sortItems(items: readonly RemovalItem[]): RemovalItem[] {
  return groupByKind(items).flatMap(group =>
    group.items.toSorted(
      (a, b) =>
        b.recentActivity - a.recentActivity || compareText(a.email, b.email) || compareText(a.id, b.id),
    ),
  );
}

/** The URL of a list on which the items of a review are selected. */
function withSelection(address: string, review: string): string {
  const [page = '', fragment] = address.split('#');
  const href = withParameter(page, 'review')(review);
  return fragment === undefined ? href : `${href}#${fragment}`;
}

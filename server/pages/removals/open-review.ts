import type { UnusableReview } from '../../../views/components/Unreviewable';
import type { Review } from '../../removals/state';
import type { Step } from '../handler';
import { jobAddress } from '../product/removal-addresses';
import { isOfCompany, ownerOf } from '../record-owner';
import { goneText, leftOutText, notReviewedText, putBackForm } from './present-review';
import { selectionAddress, withSelection } from './selection';

/** A review that can be confirmed. */
export interface OpenReview {
  readonly state: 'open';
  readonly id: string;
  readonly review: Review;
  /** The URL of the list with the items selected. */
  readonly backHref: string;
}

/** Opens the review in the URL, or says why it cannot be confirmed. */
export const openReview: Step<{
  readonly opened: UnusableReview | OpenReview;
  readonly back: string | undefined;
}> = async (request, { removals }) => {
  const { query } = request;
  const id = String(query.review);
  const review = await removals.reviews.get(ownerOf(request), id);
  const details = await request.details();
  return { opened: open(), back: review?.back };

  function open(): UnusableReview | OpenReview {
    if (!review || !isOfCompany(review.entities, details)) {
      return { state: 'ended', backHref: query.of === undefined ? undefined : selectionAddress(request) };
    }
    if (review.job !== undefined) return { state: 'used', jobHref: jobAddress(review.job) };
    const backHref = withSelection(review.back, id);
    if (review.items.length > 0) return { state: 'open', id, review, backHref };
    const notes = [goneText(review), leftOutText(review), notReviewedText(review)];
    const putBack = review.leftOut?.length ? putBackForm(id) : undefined;
    return { state: 'empty', notes: notes.filter(note => note !== undefined), putBack, backHref };
  }
};

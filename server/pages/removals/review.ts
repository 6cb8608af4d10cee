import { randomUUID } from 'node:crypto';
import { createElement } from 'react';
import type { UserDetails } from '../../../shared/admin';
import { withParameter } from '../../../shared/paths';
import { RemovalReviewPage, type ReviewContent } from '../../../views/pages/RemovalReviewPage';
import type { Dependencies } from '../../dependencies';
import { redirect } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import type { Review } from '../../removals/run-state';
import type { SignedInHandler } from '../handler';
import { markCurrent } from '../layout';
import { signedInPage } from '../signed-in-page';
import { fetchUserDetails } from '../user-details';
import { companyOf, isOfCompany, ownerOf } from './owner';
import { goneText, presentReview } from './present-review';
import { findSelected, readSelection, selectionPage } from './selection';
import { reviewAddress, runAddress } from './terms';

/** POST /removals/review: stores a selection, and leads to its review. */
export const createReview: SignedInHandler = async (request, dependencies) => {
  const details = await fetchUserDetails(request, dependencies.portalUsers);
  const id = await dependencies.removals.reviews.create(ownerOf(request), {
    company: companyOf(request, details),
    back: selectionPage(request),
    selection: readSelection(request),
    once: randomUUID(),
  });
  return redirect(reviewAddress(id));
};

/** GET /removals/review?review=…: shows the items that a run would remove (P245). */
export const reviewPage = signedInPage({
  title: 'Review Removal',
  subtitle: 'Nothing has been done yet',
  shape: 'list',
  styles: 'tools',
  async load(request, details, dependencies) {
    const review = await dependencies.removals.reviews.read(ownerOf(request), request.query.review);
    const content = await presentPage(request, { review, details: await details }, dependencies);
    return { content, back: review?.back };
  },
  show: async (_request, { content, back }, layout) => ({
    element: createElement(RemovalReviewPage, {
      // The page has its own retry link.
      layout: { ...(back === undefined ? layout : markCurrent(layout, back)), outage: undefined },
      content,
    }),
  }),
});

async function presentPage(
  request: SignedInRequest,
  { review, details }: { review: Review | undefined; details: UserDetails | undefined },
  dependencies: Dependencies,
): Promise<ReviewContent> {
  const { reviews } = dependencies.removals;
  const id = String(request.query.review);
  if (!review || (review.found && !isOfCompany(review.found.entities, details)))
    return { state: 'ended', backHref: request.query.of === undefined ? undefined : selectionPage(request) };
  if (review.run !== undefined) return { state: 'used', runHref: runAddress(review.run) };

  const found = review.found ?? (await findSelected(request, review.selection, details, dependencies));
  if ('refused' in found) {
    const { refused: message, isTemporary } = found;
    const retryHref = isTemporary ? reviewAddress(id) : undefined;
    return { state: 'refused', message, backHref: review.back, retryHref };
  }
  if (!review.found) {
    // The rows of the selection are not needed anymore.
    const selection: Review['selection'] = { of: 'rows', rows: [] };
    await reviews.update(ownerOf(request), id, { ...review, selection, found });
  }
  const backHref = withSelection(review.back, id);
  if (found.items.length === 0) return { state: 'empty', gone: goneText(found), backHref };
  const { typed } = request.query;
  return presentReview({
    ...{ id, once: review.once, found, back: review.back, backHref },
    typed: typeof typed === 'string' ? typed.slice(0, 20) : undefined,
    limitPerHour: dependencies.config.removalLimitPerHour,
  });
}

/** Returns the URL of a list on which the items of a review are selected. */
function withSelection(address: string, review: string): string {
  const [page = '', fragment] = address.split('#');
  const href = withParameter(page, 'review')(review);
  return fragment === undefined ? href : `${href}#${fragment}`;
}

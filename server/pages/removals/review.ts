import { createElement } from 'react';
import { RemovalReviewPage } from '../../../views/pages/RemovalReviewPage';
import type { SignedInHandler } from '../handler';
import { markCurrent } from '../layout';
import { askAddress, linkBack, reviewAddress } from '../product/removal-addresses';
import { signedInPage } from '../signed-in-page';
import { openReview } from './open-review';
import { presentReview } from './present-review';
import { findSelected, leadToReview, selectionAddress } from './selection';

/** POST /removals/review: stores a review of what is selected, and leads to it. */
export const createReview: SignedInHandler = async (request, dependencies) => {
  const address = request.form.ask === '1' ? askAddress : reviewAddress;
  const selected = await findSelected(request, dependencies);
  return leadToReview(selected, { back: selectionAddress(request), address }, request, dependencies);
};

/** GET /removals/review?review=…: shows the items that a job would remove (P245). */
export const reviewPage = signedInPage({
  title: 'Review removal',
  shape: 'list',
  styles: 'tools',
  async load(request, dependencies) {
    const { opened, back } = await openReview(request, dependencies);
    if (opened.state !== 'open') return { content: opened, back };
    const { removalLimitPerHour } = dependencies.config;
    return { content: presentReview(opened, request.query, removalLimitPerHour), back };
  },
  show: async (_request, { content, back }, layout) => ({
    element: createElement(RemovalReviewPage, {
      layout: {
        ...markCurrent(layout, back),
        // The page has its own retry link.
        outage: undefined,
        back: back === undefined ? undefined : linkBack(back),
        subtitle: content.state === 'ready' ? content.summary : undefined,
      },
      content,
    }),
  }),
});

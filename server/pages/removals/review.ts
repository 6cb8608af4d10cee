import { createElement } from 'react';
import { RemovalReviewPage } from '../../../views/pages/RemovalReviewPage';
import type { SignedInHandler } from '../handler';
import { markCurrent } from '../layout';
import { askFirstUrl, reviewUrl } from '../product/removal-urls';
import { signedInPage } from '../signed-in-page';
import { openReview } from './open-review';
import { presentReview } from './present-review';
import { findSelected, redirectToReview } from './selection';

/** POST /removals/review: stores a review of what is selected, and redirects to it. */
export const createReview: SignedInHandler = async (request, dependencies) => {
  const urlOf = request.form.ask === '1' ? askFirstUrl : reviewUrl;
  const selected = await findSelected(request, dependencies);
  return redirectToReview(selected, { source: request.query, urlOf }, request, dependencies);
};

/** GET /removals/review?review=…: shows the items that a job would remove (P245). */
export const reviewPage = signedInPage({
  title: 'Review removal',
  shape: 'list',
  styles: 'tools',
  async load(request, dependencies) {
    const { opened, ...place } = await openReview(request, dependencies);
    if (opened.state !== 'open') return { content: opened, ...place };
    const { removalLimitPerHour } = dependencies.config;
    return { content: presentReview(opened, request.query, removalLimitPerHour), ...place };
  },
  show: async (_request, { content, back, menuPath }, layout) => ({
    element: createElement(RemovalReviewPage, {
      layout: {
        ...markCurrent(layout, menuPath),
        // The page has its own retry link.
        userDetailsProblem: undefined,
        back,
        subtitle: content.state === 'ready' ? content.summary : undefined,
      },
      content,
    }),
  }),
});

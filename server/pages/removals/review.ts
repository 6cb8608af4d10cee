import { randomUUID } from 'node:crypto';
import { createElement } from 'react';
import { RemovalReviewPage } from '../../../views/pages/RemovalReviewPage';
import { redirect } from '../../http/reply';
import type { SignedInHandler } from '../handler';
import { markCurrent } from '../layout';
import { askAddress, linkBack, reviewAddress } from '../product/removal-addresses';
import { companyOf, ownerOf } from '../record-owner';
import { signedInPage } from '../signed-in-page';
import { openReview } from './open-review';
import { presentReview } from './present-review';
import { readSelection, selectionAddress } from './selection';

/** POST /removals/review: stores a selection, and leads to its review. */
export const createReview: SignedInHandler = async (request, dependencies) => {
  const id = await dependencies.removals.reviews.put(ownerOf(request), {
    company: companyOf(request, await request.details()),
    back: selectionAddress(request),
    selection: readSelection(request),
    once: randomUUID(),
  });
  return redirect(request.form.ask === '1' ? askAddress(id) : reviewAddress(id));
};

/** GET /removals/review?review=…: shows the items that a job would remove (P245). */
export const reviewPage = signedInPage({
  title: 'Review removal',
  shape: 'list',
  styles: 'tools',
  async load(request, dependencies) {
    const { opened, back } = await openReview(request, dependencies);
    if (opened.state !== 'found') return { content: opened, back };
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

import { createElement } from 'react';
import { paths } from '../../../shared/paths';
import { RemovalReviewPage, type ReviewContent } from '../../../views/pages/RemovalReviewPage';
import type { SignedInHandler } from '../handler';
import { signedInPage } from '../signed-in-page';
import { goneText, presentReview, type ReviewProblem } from './present';
import { readSelection, selectionFields, selectionPage } from './selection';

/** POST /removals/review: shows the items that a run would remove (P245). */
export function reviewPage(problem?: ReviewProblem): SignedInHandler {
  return signedInPage({
    title: 'Review Removal',
    subtitle: 'Nothing has been done yet',
    shape: 'list',
    load: (request, _details, dependencies) => readSelection(request, dependencies),
    async show(request, selection, layout) {
      const backHref = selectionPage(request);
      const content: ReviewContent =
        'refused' in selection
          ? {
              state: 'refused',
              message: selection.refused,
              backHref,
              again: selection.isTemporary
                ? { action: paths.reviewRemovals + request.search, hidden: selectionFields(request) }
                : undefined,
            }
          : selection.items.length === 0
            ? { state: 'empty', gone: goneText(selection), backHref }
            : presentReview(request, selection, { backHref, problem });
      // The page has its own retry form: the layout's link would lose the selection.
      return {
        element: createElement(RemovalReviewPage, { layout: { ...layout, outage: undefined }, content }),
      };
    },
  });
}

import type { FunctionComponent } from 'react';
import type { NoReviewProps } from '../../../views/components/NoReview';
import type { PageTitle } from '../../../views/components/PageHead';
import type { PageProps } from '../../../views/Layout';
import type { Dependencies } from '../../dependencies';
import { divideReview } from '../../removals/people';
import type { Load, SignedInHandler, SignedInRequest } from '../handler';
import { jobUrl } from '../product/removal-urls';
import { isOfCompany, ownerOf } from '../record-owner';
import { signedInPage } from '../signed-in-page';
import { type ConfirmableReview, goneText } from './present-review';
import { sourceLink, sourceMenuItem, sourceUrl } from './selection-source';

/** Opens the review in the URL, or says why it cannot be confirmed. */
export const openReview: Load<{
  readonly opened: NoReviewProps | ConfirmableReview;
  /** The link to the page on which the items were selected, and its path in the menu. */
  readonly back: PageTitle['back'];
  readonly activeMenuItem: string | undefined;
}> = async (request, { removals }) => {
  const { query } = request;
  const id = String(query.review);
  const review = await removals.reviews.get(ownerOf(request), id);
  const details = await request.details();
  const source = review?.source;
  return {
    opened: open(),
    back: source && sourceLink(source),
    activeMenuItem: source && sourceMenuItem(source),
  };

  function open(): NoReviewProps | ConfirmableReview {
    if (!review || !isOfCompany(review.entities, details)) {
      return { state: 'ended', backHref: query.of === undefined ? undefined : sourceUrl(query) };
    }
    if (review.job !== undefined) return { state: 'used', jobHref: jobUrl(review.job) };
    const backHref = sourceUrl(review.source);
    if (review.items.length === 0) return { state: 'empty', note: goneText(review), backHref };
    const { kept, out } = divideReview(review);
    return { state: 'open', id, review: { ...review, items: kept, out }, backHref };
  }
};

interface ReviewPage<Ready> extends Pick<Parameters<typeof signedInPage>[0], 'title' | 'shape'> {
  readonly present: (
    opened: ConfirmableReview,
    request: SignedInRequest,
    dependencies: Dependencies,
  ) => Promise<Ready | NoReviewProps>;
}

/** A page about the review in the URL, or about why there is none. It belongs to the page on which the items were selected. */
export function pageOfReview<Ready extends { readonly state: 'ready'; readonly summary: string }>(
  Page: FunctionComponent<PageProps<Ready | NoReviewProps>>,
  { present, ...page }: ReviewPage<Ready>,
): SignedInHandler {
  return signedInPage({
    ...page,
    requires: 'role',
    styles: 'tools',
    async load(request, dependencies) {
      const { opened, ...place } = await openReview(request, dependencies);
      if (opened.state !== 'open') return { content: opened, ...place };
      return { content: await present(opened, request, dependencies), ...place };
    },
    show: async (_request, { content, back, activeMenuItem }, layout) => ({
      element: (
        <Page
          layout={{
            ...layout,
            back,
            current: activeMenuItem ?? layout.current,
            subtitle: content.state === 'ready' ? content.summary : undefined,
            // The page has its own retry link.
            userDetailsProblem: undefined,
          }}
          content={content}
        />
      ),
    }),
  });
}

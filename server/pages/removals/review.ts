import { productKeys } from '../../../shared/products';
import { RemovalReviewPage } from '../../../views/pages/RemovalReviewPage';
import { redirect } from '../../http/reply';
import { peopleOf } from '../../removals/people';
import { requiring } from '../handler';
import { invitationUrl, storePeople } from '../people-list/invitation';
import { askFirstUrl, reviewUrl } from '../product/removal-urls';
import { pageOfReview } from './open-review';
import { presentReview } from './present-review';
import { findSelected, redirectToReview } from './selection';

/** POST /removals/review: stores a review of the selection, and redirects to it, or to an invitation of its people. */
export const createReview = requiring('role', async (request, dependencies) => {
  const { ask, invite } = request.form;
  const urlOf = ask === '1' ? askFirstUrl : reviewUrl;
  const selected = await findSelected(request, dependencies);
  const productKey = productKeys.find(key => key === invite);
  if (productKey !== undefined && 'items' in selected) {
    const gone = selected.gone.flatMap(({ kind, id }) => (kind === 'person' ? id : []));
    const addresses = [...peopleOf(selected.items).map(({ email }) => email), ...gone];
    const list = await storePeople(addresses.join('\n'), request, dependencies);
    return redirect(invitationUrl(productKey, { from: 'people', ...(typeof list === 'string' && { list }) }));
  }
  return redirectToReview(selected, { source: request.query, urlOf }, request, dependencies);
});

/** GET /removals/review?review=…: shows the items that a job would remove (P245). */
export const reviewPage = pageOfReview(RemovalReviewPage, {
  title: 'Review removal',
  shape: 'list',
  async present(opened, { query, administrator }, { config, limits, now }) {
    const { left } = await limits.actions.removals.take(administrator.context.userId, 0);
    return presentReview(opened, query, { perHour: config.removalLimitPerHour, left, now: now() });
  },
});

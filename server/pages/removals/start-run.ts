import { paths, withParameter } from '../../../shared/paths';
import { TYPED_COUNT_ABOVE } from '../../../shared/removals';
import { type Reply, redirect } from '../../http/reply';
import { type CurrentRun, ReviewChanged, RUN_TTL_MS, unlessUnavailable } from '../../removals/runs';
import { takeOnce } from '../action';
import type { SignedInHandler } from '../handler';
import { fetchUserDetails } from '../user-details';
import { isOfCompany, ownerOf } from './owner';
import { digestOfItems } from './present-review';
import { runWork } from './run-work';
import { selectionAddress } from './selection';
import { reviewAddress, runAddress, selectionAction } from './terms';

/** POST /removals/run: starts the run of a review, once, and leads to it (P247). */
export const startRun: SignedInHandler = async (request, dependencies) => {
  const { reviews, runs } = dependencies.removals;
  const { form, session, administrator } = request;
  const owner = ownerOf(request);
  const id = form.review ?? '';
  const review = await reviews.read(owner, id);
  const toReview = redirect(reviewAddress(id));
  // The page of an ended review leads back to the list of its form.
  if (!review?.found) {
    const ended = selectionAction(paths.reviewRemovals, selectionAddress(request));
    return redirect(withParameter(ended, 'review')(id));
  }
  const { company, back } = review;
  const { items, entities } = review.found;
  const digest = digestOfItems(items);
  if (review.run !== undefined) return redirect(runAddress(review.run));
  if (form.digest !== digest) return { ...toReview, toast: ['reviewChanged'] };
  const typed = form.count ?? '';
  if (items.length > TYPED_COUNT_ABOVE && typed.replace(/[\s,.]/g, '') !== String(items.length)) {
    return redirect(withParameter(reviewAddress(id), 'typed')(typed.slice(0, 20)));
  }
  const details = await fetchUserDetails(request, dependencies);
  if (!details) return { ...toReview, toast: ['userDetailsMissing'] };
  if (!isOfCompany(entities, details)) return toReview;

  const current = await runs.current(owner.userId);
  if (current) return leadTo(current);
  const once = { limit: 'removals', count: items.length, back: reviewAddress(id), identity: id } as const;
  let reply: Reply;
  try {
    reply = await takeOnce(request, dependencies, once, begin);
  } catch (error) {
    if (error instanceof ReviewChanged) return { ...toReview, toast: ['reviewChanged'] };
    if (!(error instanceof OtherRun)) throw error;
    reply = leadTo(error.run);
  }
  // If the form was sent twice, the run may be that of the first request.
  const latest = await unlessUnavailable(reviews.read(owner, id), undefined);
  if (latest?.run !== undefined) session.recordRun(latest.run, dependencies.now() + RUN_TTL_MS);
  return reply;

  async function begin(admit: () => Promise<void>): Promise<Reply> {
    const started = await runs.start(owner, {
      reviewId: id,
      initial: {
        ...{ company, items, back, entities },
        results: [],
        stage: 'comparing',
        isSeen: false,
        startedBy: administrator.email,
      },
      isConfirmed: ({ found }) => found !== undefined && digestOfItems(found.items) === digest,
      admit,
      work: run => runWork(request, { run, entities }, dependencies),
    });
    if (!started.isNew) throw new OtherRun(started);
    return redirect(runAddress(started.id));
  }

  /** Leads to a run, or back to the review if the run belongs to another session of the administrator. */
  function leadTo(run: CurrentRun): Reply {
    if (run.sessionId !== owner.sessionId) return { ...toReview, toast: ['removalElsewhere'] };
    return redirect(runAddress(run.id), { toast: ['removalRunning'] });
  }
};

/** Thrown when another run is in progress, so that the review can be confirmed when that has ended. */
class OtherRun extends Error {
  constructor(readonly run: CurrentRun) {
    super('Another run is in progress');
  }
}

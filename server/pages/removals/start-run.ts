import { paths, withParameter } from '../../../shared/paths';
import { TYPED_COUNT_ABOVE } from '../../../shared/removals';
import type { Dependencies } from '../../dependencies';
import { type Reply, redirect } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import type { Review, RunState } from '../../removals/run-state';
import { type CurrentRun, ReviewChanged, RUN_TTL_MS, unlessUnavailable } from '../../removals/runs';
import { takeOnce } from '../action';
import type { SignedInHandler } from '../handler';
import { fetchUserDetails } from '../user-details';
import { isOfCompany, ownerOf } from './owner';
import { digestOfItems } from './present-review';
import { runWork } from './run-work';
import { selectionAddress } from './selection';
import { reviewAddress, runAddress, selectionAction } from './terms';

/** A review that a form confirms. */
interface Confirmed {
  readonly id: string;
  readonly review: Review;
  readonly found: NonNullable<Review['found']>;
}

/** POST /removals/run: starts the run of a review, once, and leads to it (P247). */
export const startRun: SignedInHandler = async (request, dependencies) => {
  const { removals, now } = dependencies;
  const { form, session } = request;
  const owner = ownerOf(request);
  const id = form.review ?? '';
  const review = await removals.reviews.read(owner, id);
  const toReview = redirect(reviewAddress(id));
  // The page of an ended review leads back to the list of its form.
  if (!review?.found) {
    const ended = selectionAction(paths.reviewRemovals, selectionAddress(request));
    return redirect(withParameter(ended, 'review')(id));
  }
  const confirmed = { id, review, found: review.found };
  if (review.run !== undefined) return redirect(runAddress(review.run));
  if (form.digest !== digestOfItems(review.found.items)) return { ...toReview, toast: ['reviewChanged'] };
  const typed = typedCount(request, confirmed);
  if (typed !== undefined) return redirect(withParameter(reviewAddress(id), 'typed')(typed));
  const details = await fetchUserDetails(request, dependencies);
  if (!details) return { ...toReview, toast: ['userDetailsMissing'] };
  if (!isOfCompany(review.found.entities, details)) return toReview;

  const current = await removals.runs.current(owner.userId);
  if (current) return leadTo(request, current, { reviewId: id });
  const once = {
    limit: 'removals',
    count: confirmed.found.items.length,
    back: reviewAddress(id),
    identity: id,
  } as const;
  let reply: Reply;
  try {
    reply = await takeOnce(request, dependencies, once, admit =>
      begin(request, confirmed, admit, dependencies),
    );
  } catch (error) {
    if (error instanceof ReviewChanged) return { ...toReview, toast: ['reviewChanged'] };
    if (!(error instanceof OtherRun)) throw error;
    reply = leadTo(request, error.run, { reviewId: id });
  }
  // If the form was sent twice, the run may be that of the first request.
  const latest = await unlessUnavailable(removals.reviews.read(owner, id), undefined);
  if (latest?.run !== undefined) session.recordRun(latest.run, now() + RUN_TTL_MS);
  return reply;
};

/** The wrong number that was typed as confirmation; undefined if it is right, or not needed. */
function typedCount({ form }: SignedInRequest, { found: { items } }: Confirmed): string | undefined {
  const typed = (form.count ?? '').replace(/[\s,.]/g, '');
  return items.length <= TYPED_COUNT_ABOVE || typed === String(items.length)
    ? undefined
    : (form.count ?? '').slice(0, 20);
}

/** Thrown when another run is in progress, so that the review can be confirmed when that has ended. */
class OtherRun extends Error {
  constructor(readonly run: CurrentRun) {
    super('Another run is in progress');
  }
}

async function begin(
  request: SignedInRequest,
  { id: reviewId, review, found }: Confirmed,
  admit: () => Promise<void>,
  dependencies: Dependencies,
): Promise<Reply> {
  const digest = digestOfItems(found.items);
  const initial: RunState = {
    company: review.company,
    items: found.items,
    results: [],
    stage: 'comparing',
    isSeen: false,
    back: review.back,
    startedBy: request.administrator.email,
    entities: found.entities,
  };
  const started = await dependencies.removals.runs.start(ownerOf(request), {
    reviewId,
    initial,
    isConfirmed: ({ found }) => found !== undefined && digestOfItems(found.items) === digest,
    admit,
    work: run => runWork(request, { run, entities: found.entities }, dependencies),
  });
  if (!started.isNew) throw new OtherRun(started);
  return redirect(runAddress(started.id));
}

/** Leads to a run, or back to the review if the run belongs to another session of the administrator. */
function leadTo(
  request: SignedInRequest,
  run: CurrentRun,
  { reviewId }: { readonly reviewId: string },
): Reply {
  if (run.sessionId !== ownerOf(request).sessionId) {
    return redirect(reviewAddress(reviewId), { toast: ['removalElsewhere'] });
  }
  return redirect(runAddress(run.id), { toast: ['removalRunning'] });
}

import { paths, toContent, withParameter } from '../../../shared/paths';
import { productKeys } from '../../../shared/products';
import { TYPED_COUNT_ABOVE } from '../../../shared/removals';
import type { FormOutcome } from '../../http/forms';
import { redirect } from '../../http/reply';
import { orIfStoreUnavailable } from '../../records/store';
import { itemKey, unescapeId } from '../../removals/items';
import { JOB_TTL_MS, RUNNING_JOBS_LIMIT } from '../../removals/jobs';
import { digestOfItems, divideReview } from '../../removals/people';
import { carryOutOnce } from '../carry-out-once';
import { requiring } from '../handler';
import { jobUrl, reviewUrl } from '../product/removal-urls';
import { remainingOf } from '../product/removal-words';
import { removalWork } from '../product/removal-work';
import { isOfCompany, ownerOf } from '../record-owner';
import { findRows, redirectToReview } from './selection';
import { readSource, renewList, withSource } from './selection-source';

/** POST /removals/run: starts the job of a review, once, and redirects to it (P247). */
export const startJob = requiring('role', async (request, dependencies) => {
  const { removals } = dependencies;
  const { reviews } = removals;
  const { form, session, administrator } = request;
  const owner = ownerOf(request);
  const id = form.review ?? '';
  const review = await reviews.get(owner, id);
  const toReview = redirect(toContent(reviewUrl(id)));
  // The page of an ended review links to the list of its form.
  if (!review) {
    const ended = withSource(paths.reviewRemovals, readSource(request.query));
    return redirect(withParameter(ended, 'review', id));
  }
  const { companyKey, entities, source } = review;
  const items = divideReview(review).kept;
  const digest = digestOfItems(items);
  // The browser may have dropped the response that began it.
  if (review.job !== undefined) {
    remember(review.job);
    return redirect(jobUrl(review.job));
  }
  if (form.digest !== digest || items.length === 0) return { ...toReview, toast: ['reviewChanged'] };
  const typed = form.count ?? '';
  if (items.length > TYPED_COUNT_ABOVE && typed.replace(/[\s,.]/g, '') !== String(items.length)) {
    return redirect(withParameter(reviewUrl(id), 'typed', typed.slice(0, 20)));
  }
  const details = await request.details();
  if (!details) return { ...toReview, toast: ['userDetailsMissing'] };
  if (!isOfCompany(entities, details)) return toReview;

  const options = {
    limit: 'removals',
    count: items.length,
    returnUrl: toContent(reviewUrl(id)),
    formContent: id,
  } as const;
  const reply = await carryOutOnce(request, dependencies, options, begin);
  // If the form was sent twice, the first request may have started the job.
  const latest = await orIfStoreUnavailable(reviews.get(owner, id), undefined);
  if (latest?.job !== undefined) remember(latest.job);
  return reply;

  function remember(job: string): void {
    session.recordJob(job, companyKey, dependencies.now() + JOB_TTL_MS);
  }

  async function begin(): Promise<FormOutcome> {
    const started = await removals.start(owner, {
      reviewId: id,
      isConfirmed: current => digestOfItems(divideReview(current).kept) === digest,
      details: {
        companyKey,
        entities,
        items,
        source,
        startedBy: administrator.email,
      },
      work: job => removalWork(request, { job, items, entities }, dependencies),
    });
    await renewList(owner, source, dependencies);
    if (started === 'changed') return { reply: { ...toReview, toast: ['reviewChanged'] }, wasRefused: true };
    if (started === 'too many jobs') {
      return { reply: { ...toReview, toast: ['tooManyRemovals', RUNNING_JOBS_LIMIT] }, wasRefused: true };
    }
    return { reply: redirect(jobUrl(started.id)), wasRefused: !started.isNew };
  }
});

/** POST /removals/stop: lets the calls of a job that are in flight finish, and begins no others. */
export const stopRemoval = requiring('session', async (request, { removals }) => {
  const { run: id = '' } = request.form;
  await removals.stop(ownerOf(request), id);
  return redirect(toContent(jobUrl(id)));
});

/**
 * POST /removals/retry: reviews the items of an ended job again that were not removed and have not changed (P252), or one
 * of them.
 */
export const retryRemoval = requiring('role', async (request, dependencies) => {
  const { run: id = '', ...form } = request.form;
  const job = await dependencies.removals.find(ownerOf(request), id);
  if (job?.stage !== 'done' || !isOfCompany(job.entities, await request.details()))
    return redirect(jobUrl(id));
  const only = productKeys.flatMap(productKey => {
    const itemId = form[productKey];
    return itemId === undefined ? [] : itemKey({ productKey, id: unescapeId(itemId) });
  });
  const reviewed = remainingOf(job)
    .filter(({ item }) => only.length === 0 || only.includes(itemKey(item)))
    .map(({ item: { productKey, id, email } }) => ({ kind: productKey, id, email }));
  const selected = await findRows(reviewed, request, dependencies);
  if ('refused' in selected) return redirect(toContent(jobUrl(id)), { toast: [selected.refused] });
  return redirectToReview(selected, job, request, dependencies);
});

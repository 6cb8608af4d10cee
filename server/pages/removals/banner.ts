import { formatCount } from '../../../shared/format-count';
import { isAboutRemoval, paths } from '../../../shared/paths';
import { productTerms } from '../../../shared/products';
import type { LinkAlertProps } from '../../../views/components/Alert';
import type { Dependencies } from '../../dependencies';
import { orIfStoreUnavailable } from '../../records/store';
import { groupByProduct } from '../../removals/items';
import { availableUntil, JOB_TTL_MS } from '../../removals/jobs';
import type { Job } from '../../removals/state';
import { shortOf } from '../../session/session';
import { presentMoment } from '../days';
import type { SignedInRequest } from '../handler';
import { jobUrl } from '../product/removal-urls';
import { describeItems, removingText, summarizeOutcomes } from '../product/removal-words';
import { companyKeyOf, ownerOf } from '../record-owner';

/**
 * Adds the line about the session's latest job: on every page while it runs (P249), and for an hour after its end on the
 * pages of its lists (P606). Another company's is not shown.
 */
export async function withBanner(
  request: Omit<SignedInRequest, 'banner'>,
  { removals, now }: Pick<Dependencies, 'removals' | 'now'>,
): Promise<SignedInRequest> {
  const unchanged = { ...request, banner: () => undefined };
  const { session, administrator, path } = request;
  const { jobs } = session;
  const known = jobs.findLast(({ hasEnded }) => !hasEnded) ?? jobs[0];
  if (known === undefined || isAboutRemoval(path)) return unchanged;
  const { id, company, hasEnded } = known;
  // Other pages work without the store.
  const job = await orIfStoreUnavailable<Job | undefined | 'unavailable'>(
    removals.find(ownerOf(request), id),
    'unavailable',
  );
  if (job === 'unavailable' || (!job && hasEnded)) return unchanged;
  if (job?.stage === 'done') session.recordEndedJob(id, availableUntil(job));
  else if (job) session.recordJob(id, job.companyKey, now() + JOB_TTL_MS);
  // Until its end is known, each page of this session is like a reload.
  const context =
    job?.stage === 'done'
      ? { ...administrator.context, changedAt: session.changedAt }
      : { ...administrator.context, bypassCache: true };
  const line = presentBanner(job, jobUrl(id), path, now());
  return {
    ...request,
    administrator: { ...administrator, context },
    banner: details => (details && company !== shortOf(companyKeyOf(request, details)) ? undefined : line),
  };
}

function presentBanner(
  job: Job | undefined,
  href: string,
  path: string,
  now: number,
): LinkAlertProps | undefined {
  if (!job) {
    const text = 'The record of your last removal was not found.';
    return { kind: 'error', text, label: 'Look for it again', href };
  }
  if (job.stage !== 'done') {
    const done = job.results.filter(result => result !== null).length;
    const text = `${removingText(job)}: ${formatCount(done)} of ${describeItems(job)} done.`;
    return { kind: 'info', text, label: 'See its progress', href };
  }
  const lists = groupByProduct(job.items).map(({ productKey }): string => productTerms[productKey].path);
  if (path !== paths.people && !lists.includes(path)) return undefined;
  // The page of an interrupted removal settles its items by the lists.
  if (job.stopped === 'interrupted' && !job.isSettled)
    return { kind: 'error', text: 'The removal was interrupted.', label: 'Receipt', href };
  const { itemsText, count } = summarizeOutcomes(job);
  // Neither what Stop has left nor what has changed since the review is a failure.
  const hasFailed = count('failed', 'unknown') > 0 || (count('not started') > 0 && job.stopped !== 'stopped');
  const time = job.endedAt === undefined ? [] : [' ', presentMoment(job.endedAt, now)];
  const text = ['Last removal', ...time, `: ${itemsText}.`];
  return { kind: hasFailed ? 'error' : 'ended', text, label: 'Receipt', href };
}

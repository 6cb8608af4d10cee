import { formatCount } from '../../../shared/format-count';
import type { Dependencies } from '../../dependencies';
import { orIfStoreUnavailable } from '../../records/store';
import { availableUntil } from '../../removals/jobs';
import type { Job } from '../../removals/state';
import type { SignedInRequest } from '../handler';
import { jobUrl } from '../product/removal-urls';
import { describeItems, removingText, summarizeOutcomes } from '../product/removal-words';
import { ownerOf } from '../record-owner';

/** Adds the line about the session's latest job: while it is running, and once after it has ended (P249). */
export async function withBanner(
  request: SignedInRequest,
  { removals }: Pick<Dependencies, 'removals'>,
): Promise<SignedInRequest> {
  const { session, administrator, path } = request;
  const { jobId: id } = session;
  if (id === undefined || path.startsWith('/removals/')) return request;
  // Other pages work without the store.
  const job = await orIfStoreUnavailable<Job | undefined | 'unavailable'>(
    removals.find(ownerOf(request), id),
    'unavailable',
  );
  if (job === 'unavailable') return request;
  const href = jobUrl(id);
  if (job?.stage === 'done') {
    session.recordChange(id);
    const { peopleText, itemsText, hasProblem } = summarizeOutcomes(job);
    const kind = hasProblem ? 'error' : 'success';
    const context = { ...administrator.context, changedAt: session.changedAt };
    // The page of an interrupted removal settles its items by the lists.
    const text =
      job.stopped === 'interrupted' && !job.isSettled
        ? 'The removal was interrupted.'
        : `${peopleText}: ${itemsText}.`;
    return {
      ...request,
      administrator: { ...administrator, context },
      banner: { kind, text, label: 'See what was done', href },
      onShown() {
        request.onShown();
        session.recordShownJob(id, availableUntil(job));
      },
    };
  }
  // Until its end is known, each page of this session is like a reload.
  const context = { ...administrator.context, bypassCache: true };
  const unended = { ...request, administrator: { ...administrator, context } };
  if (!job) {
    const text = 'The record of your last removal was not found.';
    return { ...unended, banner: { kind: 'error', text, label: 'Look for it again', href } };
  }
  const done = job.results.filter(result => result !== null).length;
  const text = `${removingText(job)}: ${formatCount(done)} of ${describeItems(job)} done.`;
  return { ...unended, banner: { kind: 'info', text, label: 'See its progress', href } };
}

import { paths, withParameter } from '../../../shared/paths';
import { TYPED_COUNT_ABOVE } from '../../../shared/removals';
import type { Dependencies } from '../../dependencies';
import { SessionEnded } from '../../errors';
import type { FormOutcome } from '../../http/forms';
import { type Reply, redirect } from '../../http/reply';
import { groupByKind, type RemovalItem } from '../../removals/items';
import type { RunWork } from '../../removals/run';
import type { Entities } from '../../removals/run-state';
import { type CurrentRun, RUN_TTL_MS } from '../../removals/runs';
import { unlessUnavailable } from '../../removals/store';
import { audit } from '../../telemetry/audit';
import { takeOnce } from '../action';
import { logFailure } from '../failure';
import type { SignedInHandler, SignedInRequest } from '../handler';
import { findListed, removableLists } from './lists';
import { isOfCompany, ownerOf } from './owner';
import { digestOfItems } from './present-review';
import { verdictOf } from './run-outcomes';
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
  const details = await request.details();
  if (!details) return { ...toReview, toast: ['userDetailsMissing'] };
  if (!isOfCompany(entities, details)) return toReview;

  const once = { limit: 'removals', count: items.length, back: reviewAddress(id), identity: id } as const;
  const reply = await takeOnce(request, dependencies, once, begin);
  // If the form was sent twice, the run may be that of the first request.
  const latest = await unlessUnavailable(reviews.read(owner, id), undefined);
  if (latest?.run !== undefined) session.recordRun(latest.run, dependencies.now() + RUN_TTL_MS);
  return reply;

  async function begin(): Promise<FormOutcome> {
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
      // The limit is taken before.
      admit: async () => {},
      work: run => runWork(request, { run, entities }, dependencies),
    });
    if (started.outcome === 'review changed') {
      return { reply: { ...toReview, toast: ['reviewChanged'] }, wasRefused: true };
    }
    if (started.outcome === 'running') return { reply: leadTo(started.run), wasRefused: true };
    return { reply: redirect(runAddress(started.run.id)) };
  }

  /** Leads to a run, or back to the review if the run belongs to another session of the administrator. */
  function leadTo(run: CurrentRun): Reply {
    if (run.sessionId !== owner.sessionId) return { ...toReview, toast: ['removalElsewhere'] };
    return redirect(runAddress(run.id), { toast: ['removalRunning'] });
  }
};

/** How many items one audit line names: some log collectors split lines of more than 16 KB. */
const ITEMS_PER_AUDIT_LINE = 100;

/** The calls of a run that this request starts, and their audit lines. */
function runWork(
  request: SignedInRequest,
  { run, entities }: { readonly run: string; readonly entities: Entities },
  dependencies: Dependencies,
): RunWork {
  const { administrator, session, log, client } = request;
  const { context } = administrator;
  const { userId } = context;
  const sessionId = session.id ?? '';
  const auditItem = ({ kind, id }: RemovalItem, outcome: string) =>
    audit(log, removableLists[kind].list.removable.auditedAs, {
      ...{ userId, run, outcome, client },
      entity: entities[kind],
      item: id,
    });
  return {
    find: items => findListed(request, items, entities, dependencies),
    async remove({ kind, id }) {
      // A run must not outlive the logout of the session that started it (T40).
      if (await dependencies.endedSessions.has(sessionId)) throw new SessionEnded('The session was ended');
      await removableLists[kind].list.removable.remove(entities[kind] ?? '', id, context, dependencies);
    },
    onBegin(items) {
      for (const { kind, items: group } of groupByKind(items)) {
        for (let from = 0; from < group.length; from += ITEMS_PER_AUDIT_LINE) {
          audit(log, 'removal', {
            ...{ userId, run, outcome: 'begins', client },
            entity: entities[kind],
            items: group.slice(from, from + ITEMS_PER_AUDIT_LINE).map(({ id }) => id),
          });
        }
      }
    },
    onResult(result, item, error) {
      if (result.outcome.type === 'failed') {
        logFailure(log, error, 'Failed to remove an item of a bulk removal');
      }
      auditItem(item, result.outcome.type === 'gone' ? 'already gone' : result.outcome.type);
    },
    onSettled: (result, item) =>
      auditItem(item, verdictOf(result) === 'listed' ? 'still listed' : 'no longer listed'),
    onFailure: error => logFailure(log, error, 'Failed to confirm a bulk removal'),
  };
}

import { createElement, type ReactElement } from 'react';
import { paths } from '../../../shared/paths';
import { removableKinds, TYPED_COUNT_ABOVE } from '../../../shared/removals';
import {
  RemovalRunPage,
  RunEnd,
  type RunEndProps,
  RunResult,
  RunUnknownPage,
} from '../../../views/pages/RemovalRunPage';
import type { Dependencies } from '../../dependencies';
import { SessionEnded } from '../../errors';
import { isFormKey } from '../../http/forms';
import { page, redirect, type StreamReply } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import type { RunView } from '../../removals/run';
import { RUN_TTL_MS, type StoredRun } from '../../removals/runs';
import { audit } from '../../telemetry/audit';
import { logFailure } from '../failure';
import { formatCount } from '../figures';
import type { SignedInHandler } from '../handler';
import { presentLayout, titleWithCompany } from '../layout';
import { takeOnce } from '../product/action';
import { fetchUserDetails } from '../user-details';
import { fetchItems, removableLists } from './lists';
import { outcomeText, type ReviewProblem, stoppedText, summaryOf } from './present';
import { reviewPage } from './review';
import { readSelection, type Selected, selectionPage, selectsView } from './selection';

const TITLE = { title: 'Removal', subtitle: 'Each line is one license or card' };

/** POST /removals/run: starts a reviewed run, once, and shows its progress (P247). */
export const startRemovals: SignedInHandler = async (request, dependencies) => {
  const { removalRuns, now } = dependencies;
  const { form, session, administrator } = request;
  const { userId } = administrator.context;
  const key = form.once;
  const existing = await removalRuns.find(userId, key);
  if (existing) return followRun(request, existing, dependencies);
  if (!isFormKey(key)) return reviewPage()(request, dependencies);

  const selection = await readSelection(request, dependencies);
  if ('refused' in selection || selection.items.length === 0) return reviewPage()(request, dependencies);
  const problem = problemOf(request, selection);
  if (problem !== undefined) return reviewPage(problem)(request, dependencies);

  const count = selection.items.length;
  // Identified by its key, which is the run's ID: a changed form must not start it again.
  const options = { limit: 'removals', count, back: selectionPage(request), identity: key } as const;
  const reply = await takeOnce(request, dependencies, options, async () => {
    await startRun(request, { id: key, selection }, dependencies);
    return redirect(`${paths.removalRun}?run=${key}`);
  });
  // If the form was sent twice, the run may be on another replica.
  const stored = await removalRuns.find(userId, key);
  if (!stored) return reply;
  session.recordRun(key, now() + RUN_TTL_MS);
  return followRun(request, stored, dependencies);
};

/** GET /removals/run?run=…: shows one of the administrator's runs. */
export const removalRunPage: SignedInHandler = async (request, dependencies) => {
  const stored = await dependencies.removalRuns.find(request.administrator.context.userId, request.query.run);
  if (stored) return followRun(request, stored, dependencies);
  const layout = presentLayout(request, await fetchUserDetails(request, dependencies.portalUsers), TITLE, []);
  return page(TITLE.title, createElement(RunUnknownPage, { layout }), { status: 404 });
};

/** Returns the reason why the run must not start; undefined if it may. */
function problemOf(request: SignedInRequest, { items, digest }: Selected): ReviewProblem | undefined {
  const { form } = request;
  if (selectsView(request) && form.digest !== digest) {
    return { text: 'The list has changed since you reviewed it. Please review it again.' };
  }
  const typed = (form.count ?? '').replace(/[\s,.]/g, '');
  return items.length > TYPED_COUNT_ABOVE && typed !== String(items.length)
    ? { text: `Please type ${items.length} to confirm.`, field: 'count' }
    : undefined;
}

function startRun(
  request: SignedInRequest,
  { id, selection: { items, entities } }: { readonly id: string; readonly selection: Selected },
  dependencies: Dependencies,
): Promise<StoredRun> {
  const { administrator, session, log, client } = request;
  const { context, email } = administrator;
  const sessionId = session.id ?? '';
  return dependencies.removalRuns.start(
    context.userId,
    { id, items, back: selectionPage(request), startedBy: email, entities },
    {
      async remove({ kind, id: item }) {
        // A run must not outlive the logout of the session that started it (T40).
        if (await dependencies.endedSessions.has(sessionId)) throw new SessionEnded('The session was ended');
        const { remove } = removableLists[kind].list.removable;
        await remove(entities[kind] ?? '', item, context, dependencies);
      },
      onResult({ item, outcome }, error) {
        dependencies.statsCache.invalidate(context.userId);
        if (typeof outcome === 'object') logFailure(log, error, 'Failed to remove an item of a bulk removal');
        audit(log, removableLists[item.kind].list.removable.auditedAs, {
          userId: context.userId,
          entity: entities[item.kind],
          item: item.id,
          run: id,
          outcome: typeof outcome === 'object' ? 'failed' : outcome,
          client,
        });
      },
    },
  );
}

/** Returns the page of a run, which streams its results and then its outcome. */
async function followRun(
  request: SignedInRequest,
  stored: StoredRun,
  dependencies: Dependencies,
): Promise<StreamReply> {
  const { run } = stored;
  const details = await fetchUserDetails(request, dependencies.portalUsers);
  const layout = presentLayout(request, details, TITLE, request.session.takeToasts());
  return {
    kind: 'stream',
    content: {
      title: titleWithCompany(TITLE.title, details),
      element: createElement(RemovalRunPage, { layout, total: formatCount(run.items.length) }),
    },
    parts: [signal => showResults(run, signal), signal => showEnd(request, stored, signal, dependencies)],
  };
}

async function* showResults(run: RunView, signal: AbortSignal): AsyncGenerator<ReactElement> {
  let done = 0;
  const isMixed = new Set(run.items.map(({ kind }) => kind)).size > 1;
  for await (const { item, outcome } of run.follow(signal)) {
    done += 1;
    yield createElement(RunResult, {
      email: item.email,
      id: item.id,
      noun: isMixed ? removableLists[item.kind].list.removable.noun : undefined,
      ...outcomeText({ item, outcome }),
      done,
      total: run.items.length,
    });
  }
}

async function* showEnd(
  request: SignedInRequest,
  stored: StoredRun,
  signal: AbortSignal,
  dependencies: Dependencies,
): AsyncGenerator<ReactElement> {
  const { run, back } = stored;
  if (signal.aborted) return;
  const failed = run.results.filter(({ outcome }) => typeof outcome === 'object').map(({ item }) => item);
  const again = [...failed, ...run.remaining];
  const props: RunEndProps = {
    summary: summaryOf(run),
    stopped: stoppedText(run),
    confirmation: await confirm(request, stored, dependencies),
    receiptHref: `${paths.removalReceipt}?run=${run.id}`,
    again:
      again.length === 0
        ? undefined
        : {
            action: `${paths.reviewRemovals}?of=${again[0]?.kind}`,
            label: failed.length === again.length ? 'Try the failed again' : 'Try the rest again',
            hidden: again.map(({ kind, id }) => [kind, id] as const),
          },
    backHref: back,
  };
  if (signal.aborted) return;
  stored.markSeen();
  yield createElement(RunEnd, props);
}

/** Fetches the lists again, and reports whether the removed items are gone (P248); undefined if none was removed. */
async function confirm(
  { administrator: { context }, log }: SignedInRequest,
  { run, entities }: StoredRun,
  dependencies: Dependencies,
): Promise<RunEndProps['confirmation']> {
  const removed = run.results.filter(({ outcome }) => typeof outcome === 'string').map(({ item }) => item);
  if (removed.length === 0) return undefined;
  const count = formatCount(removed.length);
  try {
    // A load that started before the run ended must not be shared.
    dependencies.statsCache.invalidate(context.userId);
    const listed: string[] = [];
    for (const kind of removableKinds) {
      const ids = new Set(removed.filter(item => item.kind === kind).map(item => item.id));
      if (ids.size === 0) continue;
      const fresh = { ...context, bypassCache: true };
      const rows = await fetchItems(kind, entities[kind] ?? '', fresh, dependencies);
      const still = await rows.filter(each => ids.has(each));
      listed.push(...still.map(item => item.email));
    }
    const text =
      listed.length === 0
        ? `Confirmed: none of the ${count} is listed any more`
        : `${formatCount(listed.length)} of the ${count} are still listed: ${listed.slice(0, 10).join(', ')}`;
    return { isConfirmed: listed.length === 0, text };
  } catch (error) {
    logFailure(log, error, 'Failed to confirm a bulk removal');
    if (error instanceof SessionEnded) return { isConfirmed: false, text: 'Sign in again to see the list' };
    return {
      isConfirmed: false,
      text: 'The list could not be fetched to confirm this. Check it again later',
    };
  }
}

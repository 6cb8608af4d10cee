import { setTimeout as wait } from 'node:timers/promises';
import { createElement, type ReactElement } from 'react';
import { paths } from '../../../shared/paths';
import { RemovalRunPage, type RunContent } from '../../../views/pages/RemovalRunPage';
import { type PageContent, page, type Reply, redirect } from '../../http/reply';
import type { RunView, RunWork } from '../../removals/run';
import type { RunState } from '../../removals/run-state';
import { withDownloadLine } from '../audit-line';
import { logFailure } from '../failure';
import type { SignedInHandler } from '../handler';
import { markCurrent, presentLayout, titleWithCompany } from '../layout';
import { exportTexts } from '../lists/export';
import { products, removalTerms } from '../products';
import { findListed } from './lists';
import { isOfCompany, ownerOf } from './owner';
import { announce, presentOutcome, presentProgress, progressHeadline, updatesOf } from './present-run';
import { outcomesOf, summarize } from './run-outcomes';
import { runAddress } from './terms';

/** The minimum interval between the updates of a page, in milliseconds. */
const UPDATE_INTERVAL_MS = 100;

/** How soon a page that does not follow its run is loaded again, in seconds. */
const REFRESH_SECONDS = 5;

/** GET /removals/run?run=…: shows the progress of a run, and its outcome. */
export const runPage: SignedInHandler = async (request, dependencies) => {
  const { runs } = dependencies.removals;
  const owner = ownerOf(request);
  const id = String(request.query.run);
  const run = await runs.find(owner, id);
  const details = await request.details();
  const toasts = request.session.takeToasts();
  const show = (title: string, subtitle: string, content: RunContent): PageContent => {
    const layout = presentLayout(request, details, { title, subtitle }, toasts);
    return {
      title: titleWithCompany(title, details),
      element: createElement(RemovalRunPage, {
        layout: markCurrent(layout, run?.state.back),
        content,
      }),
      styles: 'tools',
    };
  };
  if (!run || !isOfCompany(run.state.entities, details)) {
    return replyWith(show('Removal', 'A removal of licenses or cards', { state: 'unknown' }), {
      status: 404,
    });
  }

  /** The state of the run after another attempt to fetch the list. */
  const confirm = async (state: RunState) => {
    try {
      const find: RunWork['find'] = items => findListed(request, items, state.entities, dependencies);
      return await runs.confirm(owner, id, state, find);
    } catch (error) {
      logFailure(request.log, error, 'Failed to confirm a bulk removal');
      return state;
    }
  };
  const showOutcome = async () => {
    const state = await confirm(run.state);
    await runs.markSeen(owner, id);
    const summary = summarize(state);
    const content = presentOutcome(state, { id, summary, helpUrl: dependencies.config.helpUrl });
    return show(summary.headline, startedFrom(state), content);
  };
  if (run.state.stage === 'done') return replyWith(await showOutcome());

  const headline = progressHeadline(run.state);
  const subtitle = 'Removals in progress finish even if you leave this page';
  const showProgress = (isFollowed: boolean) =>
    show(headline, subtitle, presentProgress(run.state, { href: runAddress(id), isFollowed }));
  const close = runs.follow(owner);
  if (!close) return replyWith(showProgress(false), { headers: { Refresh: String(REFRESH_SECONDS) } });
  const nextUpdates = updatesOf(run);
  return {
    kind: 'progress',
    frame: showProgress(true),
    updates: signal => followRun(run, nextUpdates, signal),
    outcome: showOutcome,
    close,
  };
};

function replyWith(
  { title, element, styles }: PageContent,
  options: { readonly status?: number; readonly headers?: Record<string, string> } = {},
): Reply {
  return page(title, element, { ...options, styles });
}

/** Yields what has changed, and at the end what screen readers are told. */
async function* followRun(
  run: RunView,
  nextUpdates: () => ReactElement[],
  signal: AbortSignal,
): AsyncGenerator<readonly ReactElement[]> {
  for await (const _change of run.changes(signal)) {
    yield nextUpdates();
    await wait(UPDATE_INTERVAL_MS, undefined, { signal }).catch(() => {});
  }
  yield [announce(run.state)];
}

function startedFrom({ back }: RunState): string {
  const { pathname } = new URL(back, 'http://portal');
  const names = new Map<string, string>([
    [paths.leavers, 'a list of leavers'],
    [paths.people, 'People'],
    ...Object.values(products).map(({ path, title }) => [path, title] as const),
  ]);
  return `Started from ${names.get(pathname) ?? 'a list'}`;
}

/** The name of the receipt, in its file and in the audit log. */
const RECEIPT = 'removal-receipt';

/** GET /removals/receipt.csv?run=…: the outcome of each license and card (P250). */
export const removalReceipt: SignedInHandler = (request, dependencies) => {
  const runId = typeof request.query.run === 'string' ? request.query.run : undefined;
  return withDownloadLine(request, dependencies, { item: RECEIPT, run: runId }, async () => {
    const run = await dependencies.removals.runs.find(ownerOf(request), runId);
    if (!run || !isOfCompany(run.state.entities, await request.details()))
      return redirect(paths.removalRun, { status: 302 });
    const { stage, startedBy } = run.state;
    return exportTexts(request, dependencies, outcomesOf(run.state), {
      name: RECEIPT,
      rows: 'removal(s)',
      texts: {
        time: ({ at }) => (at === undefined ? '' : new Date(at).toISOString()),
        administrator: () => startedBy,
        product: ({ item }) => removalTerms[item.kind].product.title,
        id: ({ item }) => item.id,
        email: ({ item }) => item.email,
        outcome: ({ verdict, text }) => (verdict === 'not started' && stage !== 'done' ? 'Pending' : text),
      },
    });
  });
};

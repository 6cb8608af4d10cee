import { paths } from '../../../shared/paths';
import { productTerms } from '../../../shared/products';
import { SECOND_MS } from '../../../shared/units';
import type { Refresh } from '../../../views/Document';
import { RemovalJobPage } from '../../../views/pages/RemovalJobPage';
import { page, type Reply, redirect } from '../../http/reply';
import type { ExportFormat } from '../../lists/exports';
import { availableUntil, JOB_TTL_MS } from '../../removals/jobs';
import { HEARTBEAT_MS, type Job } from '../../removals/state';
import { withDownloadLine } from '../audit-line';
import { logFailure } from '../failure';
import { requiring, type SignedInHandler, type SignedInRequest } from '../handler';
import { presentLayout, titleWithCompany } from '../layout';
import { exportTexts } from '../lists/export';
import { jobUrl } from '../product/removal-urls';
import { type ItemOutcome, outcomesOf } from '../product/removal-words';
import { removalWork } from '../product/removal-work';
import { isOfCompany, ownerOf } from '../record-owner';
import { presentEnd, presentProgress, type ShownJob } from './present-job';
import { renewList, sourceMenuItem } from './selection-source';

/** How soon the browser loads the page of a running job again, in seconds. A script updates the page instead, if it runs. */
const REFRESH_SECONDS = 2;

/**
 * How soon the browser looks once more for a job that the store has lost, in seconds. If it is running, its process has
 * written its record again by then.
 */
const LOST_REFRESH_SECONDS = 2 + HEARTBEAT_MS / SECOND_MS;

/** GET /removals/run?run=…: shows the progress of a job, or its outcome. While it runs, it fetches no list. */
export const jobPage = requiring('role', async (request, dependencies) => {
  const { removals } = dependencies;
  const { session, log, query } = request;
  const owner = ownerOf(request);
  const id = String(query.run);
  const recorded = await removals.find(owner, id);
  const details = await request.details();
  if (!recorded || !isOfCompany(recorded.entities, details)) {
    const known = session.jobs.find(job => job.id === id);
    if (!recorded && (query.again !== undefined || known?.hasEnded)) session.forgetJob(id);
    const isLost = known && !known.hasEnded && query.again === undefined;
    const refresh = isLost && { seconds: LOST_REFRESH_SECONDS, url: `${jobUrl(id)}&again` };
    const unknown = { title: 'Removal', content: { state: 'unknown' } } as const;
    return show(request, unknown, { status: 404, ...(refresh && { refresh }) });
  }
  // The next loss deserves a second look, too.
  if (query.again !== undefined) return redirect(jobUrl(id), { status: 302 });
  if (recorded.stage !== 'done') {
    const refresh = { seconds: REFRESH_SECONDS, url: request.path + request.search };
    session.recordJob(id, recorded.companyKey, dependencies.now() + JOB_TTL_MS);
    const isStopping = await removals.isStopping(owner, id);
    const progress = presentProgress(recorded, isStopping, { id, query });
    return show(request, { ...progress, job: recorded }, { refresh });
  }
  const job = await removals
    .check(owner, id, recorded, removalWork(request, { ...recorded, job: id }, dependencies))
    .catch(error => {
      logFailure(log, error, 'Failed to check a bulk removal');
      return recorded;
    });
  await renewList(owner, job.source, dependencies);
  session.recordEndedJob(id, availableUntil(job));
  return show(request, {
    ...presentEnd(job, { id, query }, { helpUrl: dependencies.config.helpUrl, now: dependencies.now() }),
    job,
  });
});

async function show(
  request: SignedInRequest,
  { title, subtitle, back, content, job }: ShownJob & { readonly job?: Job },
  options: { readonly status?: number; readonly refresh?: Refresh } = {},
): Promise<Reply> {
  const details = await request.details();
  const layout = {
    ...presentLayout(request, details, { title, subtitle, back }, request.session.toasts),
    ...(job && { current: sourceMenuItem(job.source) }),
  };
  const element = <RemovalJobPage layout={layout} content={content} />;
  const shown = page(titleWithCompany(title, details), element, { ...options, styles: 'tools' });
  return { ...shown, showsToasts: true };
}

/** The name of the receipt, in its file and in the audit log. */
const RECEIPT = 'removal-receipt';

/** GET /removals/receipt.csv and receipt.xlsx: the outcome of each license and card (P250). */
export function removalReceipt(format: ExportFormat): SignedInHandler {
  return requiring('role', (request, dependencies) => {
    const id = typeof request.query.run === 'string' ? request.query.run : undefined;
    return withDownloadLine(request, dependencies, { item: RECEIPT, job: id }, async () => {
      const job = await dependencies.removals.find(ownerOf(request), id);
      if (!job || !isOfCompany(job.entities, await request.details()))
        return redirect(paths.removalJob, { status: 302 });
      const content = {
        name: RECEIPT,
        rows: 'removal(s)',
        texts: {
          time: ({ at }: ItemOutcome) => (at === undefined ? '' : new Date(at).toISOString()),
          administrator: () => job.startedBy,
          product: ({ item }: ItemOutcome) => productTerms[item.productKey].title,
          id: ({ item }: ItemOutcome) => item.id,
          email: ({ item }: ItemOutcome) => item.email,
          outcome: ({ verdict, text }: ItemOutcome) =>
            verdict === 'not started' && job.stage !== 'done' ? 'Waiting' : text,
        },
      };
      return exportTexts(request, dependencies, outcomesOf(job), content, format);
    });
  });
}

import { paths } from '../../../shared/paths';
import { redirect } from '../../http/reply';
import { withDownloadLine } from '../audit-line';
import type { SignedInHandler } from '../handler';
import { csvOfTexts } from '../product/csv';
import { fetchUserDetails } from '../user-details';
import { isOfCompany, ownerOf } from './owner';
import { outcomesOf } from './run-outcomes';
import { removalTerms } from './terms';

const NAME = 'removal-receipt';

/** GET /removals/receipt.csv?run=…: the outcome of each license and card (P250). */
export const removalReceipt: SignedInHandler = (request, dependencies) => {
  const runId = typeof request.query.run === 'string' ? request.query.run : undefined;
  return withDownloadLine(request, dependencies, { item: NAME, run: runId }, async () => {
    const run = await dependencies.removals.runs.find(ownerOf(request), runId);
    const details = await fetchUserDetails(request, dependencies);
    if (!run || !isOfCompany(run.state.entities, details)) return redirect(paths.removalRun, { status: 302 });
    const { stage, startedBy } = run.state;
    return csvOfTexts(request, dependencies, outcomesOf(run.state), {
      name: NAME,
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

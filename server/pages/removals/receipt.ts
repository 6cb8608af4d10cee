import { paths } from '../../../shared/paths';
import { redirect } from '../../http/reply';
import type { CsvExport } from '../../lists/exports';
import { createList } from '../../lists/list';
import { createTable } from '../../lists/table';
import { audit } from '../../telemetry/audit';
import type { SignedInHandler } from '../handler';
import { csv } from '../product/csv';
import { ownerOf } from './owner';
import { outcomesOf } from './run-outcomes';
import { productOfKind } from './terms';

const COLUMNS = ['time', 'administrator', 'product', 'id', 'email', 'outcome'] as const;

const receipt: CsvExport<Record<(typeof COLUMNS)[number], string>> = {
  name: 'removal-receipt',
  rows: 'removal(s)',
  columns: Object.fromEntries(COLUMNS.map(name => [name, name])),
};

/** GET /removals/receipt.csv?run=…: the outcome of each license and card (P250). */
export const removalReceipt: SignedInHandler = async (request, dependencies) => {
  const { query, administrator, log, client } = request;
  const run = await dependencies.removals.runs.find(ownerOf(request), query.run);
  if (!run) return redirect(paths.removalRun, { status: 302 });
  const { stage, startedBy } = run.state;
  const table = createTable(outcomesOf(run.state), {
    texts: {
      time: ({ at }) => (at === undefined ? '' : new Date(at).toISOString()),
      administrator: () => startedBy,
      product: ({ item }) => productOfKind[item.kind].title,
      id: ({ item }) => item.id,
      email: ({ item }) => item.email,
      outcome: ({ verdict, text }) => (verdict === 'not started' && stage !== 'done' ? 'Pending' : text),
    },
    counts: {},
  });
  const rows = await createList(table, dependencies.workers.sortTable).all({ query: '', searchIn: [] });
  audit(log, 'download', {
    userId: administrator.context.userId,
    item: receipt.name,
    run: String(query.run),
    outcome: 'ok',
    client,
  });
  return csv(request, receipt, rows, { query: '' }, dependencies);
};

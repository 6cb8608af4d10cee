import type { CsvExport } from '../../../shared/exports';
import { paths } from '../../../shared/paths';
import { redirect } from '../../http/reply';
import { createList } from '../../lists/list';
import { createTable } from '../../lists/table';
import type { RemovalResult } from '../../removals/run';
import { audit } from '../../telemetry/audit';
import type { SignedInHandler } from '../handler';
import { csv } from '../product/csv';
import { removableLists } from './lists';
import { outcomeText } from './present';

const COLUMNS = ['time', 'administrator', 'product', 'id', 'email', 'outcome'] as const;

/** One license or card of a run. */
type Line = Pick<RemovalResult, 'item'> & Partial<RemovalResult>;

const receipt: CsvExport<Record<(typeof COLUMNS)[number], string>> = {
  name: 'removal-receipt',
  rows: 'removal(s)',
  columns: Object.fromEntries(COLUMNS.map(name => [name, name])),
};

/** GET /removals/receipt.csv?run=…: the outcome of each license and card (P250). */
export const removalReceipt: SignedInHandler = async (request, dependencies) => {
  const { query, administrator, log, client } = request;
  const stored = await dependencies.removalRuns.find(administrator.context.userId, query.run);
  if (!stored) return redirect(paths.removalRun, { status: 302 });
  const { run, startedBy } = stored;
  const lines: readonly Line[] = [...run.results, ...run.remaining.map(item => ({ item }))];
  const noResult = run.isDone ? 'Not started' : 'Pending';
  const table = createTable(lines, {
    texts: {
      time: ({ at }) => (at === undefined ? '' : new Date(at).toISOString()),
      administrator: () => startedBy,
      product: ({ item }) => removableLists[item.kind].product.title,
      id: ({ item }) => item.id,
      email: ({ item }) => item.email,
      outcome: ({ item, outcome }) =>
        outcome === undefined ? noResult : outcomeText({ item, outcome }).text,
    },
    counts: {},
  });
  const rows = await createList(table, dependencies.workers.sortTable).all({ query: '', searchIn: [] });
  audit(log, 'download', {
    userId: administrator.context.userId,
    item: receipt.name,
    run: run.id,
    outcome: 'ok',
    client,
  });
  return csv(request, receipt, rows, { query: '' }, dependencies);
};

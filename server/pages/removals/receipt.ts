import type { CsvExport } from '../../../shared/exports';
import { paths } from '../../../shared/paths';
import { type Handler, redirect } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { createList } from '../../lists/list';
import { createTable } from '../../lists/table';
import type { RemovalItem } from '../../removals/run';
import type { RemovalRuns } from '../../removals/runs';
import { audit } from '../../telemetry/audit';
import type { Workers } from '../../workers/workers';
import { csv } from '../product/csv';
import { outcomeText } from './run-page';
import { removableProducts } from './selection';

interface Options {
  readonly removalRuns: RemovalRuns;
  readonly workers: Pick<Workers, 'formatCsv' | 'sortTable'>;
  readonly now: () => number;
}

const COLUMNS = ['time', 'administrator', 'product', 'id', 'email', 'outcome'] as const;

/** One license or card of a run. */
type ReceiptLine = Readonly<Record<(typeof COLUMNS)[number], string>>;

const receipt: CsvExport<ReceiptLine> = {
  name: 'removal-receipt',
  rows: 'removal(s)',
  columns: Object.fromEntries(COLUMNS.map(name => [name, name])),
};

/** GET /removals/receipt.csv?run=…: the outcome of each license and card (P250). */
export function removalReceipt({ removalRuns, workers, now }: Options): Handler<SignedInRequest> {
  return async request => {
    const { query, administrator, log, client } = request;
    const stored = await removalRuns.find(administrator.context.userId, query.run);
    if (!stored) return redirect(paths.removalRun, { status: 302 });
    const { run, startedBy } = stored;
    const line = (item: RemovalItem, time: string, outcome: string): ReceiptLine => ({
      time,
      administrator: startedBy,
      product: removableProducts[item.kind].title,
      id: item.id,
      email: item.email,
      outcome,
    });
    const lines = [
      ...run.results.map(result =>
        line(result.item, new Date(result.at).toISOString(), outcomeText(result).text),
      ),
      ...run.remaining.map(item => line(item, '', run.isDone ? 'Not started' : 'Pending')),
    ];
    const table = createTable(lines, {
      texts: {
        time: ({ time }) => time,
        administrator: ({ administrator }) => administrator,
        product: ({ product }) => product,
        id: ({ id }) => id,
        email: ({ email }) => email,
        outcome: ({ outcome }) => outcome,
      },
      counts: {},
    });
    const rows = await createList(table, workers.sortTable).all({ query: '', searchIn: [] });
    audit(log, 'download', {
      userId: administrator.context.userId,
      item: receipt.name,
      run: run.id,
      outcome: 'ok',
      client,
    });
    return csv(request, receipt, rows, { narrowing: { query: '' }, now, workers });
  };
}

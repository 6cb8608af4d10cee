import { exportFileName } from '../../../shared/exports';
import { paths } from '../../../shared/paths';
import { type Handler, redirect } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { createTable } from '../../lists/table';
import type { RemovalItem } from '../../removals/run';
import type { RemovalRuns } from '../../removals/runs';
import { audit } from '../../telemetry/audit';
import type { Workers } from '../../workers/workers';
import { outcomeText } from './run-page';
import { removableProducts } from './selection';

interface Options {
  readonly removalRuns: RemovalRuns;
  readonly workers: Pick<Workers, 'formatCsv'>;
  readonly now: () => number;
}

/** Used in the file name, metrics and audit lines. */
const RECEIPT_NAME = 'removal-receipt';

const COLUMNS = ['time', 'administrator', 'product', 'id', 'email', 'outcome'] as const;

/** GET /removals/receipt.csv?run=…: the outcome of each license and card (P250). */
export function removalReceipt({ removalRuns, workers, now }: Options): Handler<SignedInRequest> {
  return async ({ query, administrator, log, client }) => {
    const stored = await removalRuns.find(administrator.context.userId, query.run);
    if (!stored) return redirect(paths.removalRun, { status: 302 });
    const { run, startedBy } = stored;
    const line = (item: RemovalItem, time: string, outcome: string) => ({
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
    const { texts } = createTable(lines, {
      texts: {
        time: ({ time }) => time,
        administrator: each => each.administrator,
        product: ({ product }) => product,
        id: ({ id }) => id,
        email: ({ email }) => email,
        outcome: ({ outcome }) => outcome,
      },
      counts: {},
    });
    async function* file() {
      const bytes = await workers.formatCsv(
        {
          length: lines.length,
          columns: COLUMNS.map(name => texts[name]),
          headings: COLUMNS,
          byteOrderMark: query.excel === '1',
        },
        administrator.context.signal,
      );
      if (bytes) yield bytes;
    }
    const fileName = exportFileName(RECEIPT_NAME, { query: '' }, new Date(now()));
    audit(log, 'download', {
      userId: administrator.context.userId,
      item: RECEIPT_NAME,
      run: run.id,
      outcome: 'ok',
      client,
    });
    return {
      kind: 'download',
      list: RECEIPT_NAME,
      count: lines.length,
      fileName,
      content: file(),
      toast: ['receiptExported', lines.length, fileName],
    };
  };
}

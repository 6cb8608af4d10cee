import { type CsvExport, exportFileName } from '../../../shared/exports';
import type { DownloadReply } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import type { CsvBlock } from '../../lists/csv';
import type { Rows } from '../../lists/list';
import type { Workers } from '../../workers/workers';

export interface CsvOptions {
  readonly now: () => number;
  readonly workers: Pick<Workers, 'formatCsv'>;
}

interface Options extends CsvOptions {
  /** The search and filter of the rows, for the file's name. */
  readonly narrowing: Parameters<typeof exportFileName>[1];
}

/** Returns a list as a CSV download. `?excel=1` adds a byte order mark (P158). */
export function csv<Row>(
  { query, administrator }: SignedInRequest,
  content: CsvExport<Row>,
  rows: Pick<Rows<Row>, 'length' | 'block'>,
  { narrowing, now, workers }: Options,
): DownloadReply {
  const fileName = exportFileName(content.name, narrowing, new Date(now()));

  /** Yields the file block by block, each one created when the client can take it (backpressure). */
  async function* file() {
    for (const block of blocks(content, rows, query.excel === '1')) {
      const bytes = await workers.formatCsv(block, administrator.context.signal);
      if (!bytes) return;
      yield bytes;
    }
  }

  return {
    kind: 'download',
    list: content.name,
    count: rows.length,
    fileName,
    content: file(),
    toast: ['exported', rows.length, content.rows, fileName],
  };
}

function* blocks<Row>(
  { columns }: CsvExport<Row>,
  rows: Pick<Rows<Row>, 'length' | 'block'>,
  byteOrderMark: boolean,
): Generator<CsvBlock> {
  const contents = Object.values(columns);
  const keys = contents.filter(content => typeof content === 'string');
  let from = 0;
  do {
    const block = rows.block(keys, from);
    yield {
      length: block.length,
      columns: contents.map(content =>
        content === 0 ? new Float64Array(block.length) : block.columns[content],
      ),
      headings: from === 0 ? Object.keys(columns) : undefined,
      byteOrderMark: from === 0 && byteOrderMark,
    };
    from += block.length;
  } while (from < rows.length);
}

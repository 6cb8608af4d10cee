import { type CsvExport, exportFileName } from '../../../shared/exports';
import type { ToastCode } from '../../../shared/messages';
import type { DownloadReply } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import type { CsvBlock } from '../../lists/csv';
import type { Rows } from '../../lists/list';
import type { Workers } from '../../workers/workers';

interface Options {
  /** What the rows are narrowed to. */
  readonly narrowing: Parameters<typeof exportFileName>[1];
  readonly now: () => number;
  readonly workers: Pick<Workers, 'formatCsv'>;
  /** Announces the number of rows and the file's name. */
  readonly toast: ToastCode;
}

/** A list as a CSV download; `?excel=1` adds the byte order mark (P158). */
export function csv<Row>(
  { query, administrator }: SignedInRequest,
  content: CsvExport<Row>,
  rows: Rows<Row>,
  { narrowing, now, workers, toast }: Options,
): DownloadReply {
  const fileName = exportFileName(content.name, narrowing, new Date(now()));

  /** The file, block by block: the next one is begun when there is room for it. */
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
    toast: [toast, rows.length, fileName],
  };
}

function* blocks<Row>(
  { columns }: CsvExport<Row>,
  rows: Rows<Row>,
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

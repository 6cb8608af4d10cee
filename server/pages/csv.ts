import { type CsvExport, exportFileName, inertCell } from '../../shared/exports';
import type { Rows } from '../../shared/list';
import type { ToastCode } from '../../shared/messages';
import type { DownloadReply } from '../http/reply';
import type { PortalRequest } from '../http/request';

interface Options {
  /** The query that the rows are narrowed to; '' for the whole list. */
  readonly search: string;
  readonly now: () => number;
  /** Announces the number of rows and the file's name. */
  readonly toast: ToastCode;
}

/** A list as a CSV download; `?excel=1` adds the byte order mark (decision 12). */
export function csv<Row>(
  { query }: PortalRequest,
  { name, columns, cells }: CsvExport<Row>,
  rows: Rows<Row>,
  { search, now, toast }: Options,
): DownloadReply {
  const fileName = exportFileName(name, search, new Date(now()));
  return {
    kind: 'download',
    list: name,
    count: rows.length,
    fileName,
    rows: lines(columns, cells, rows),
    byteOrderMark: query.excel === '1',
    toast: [toast, rows.length, fileName],
  };
}

function* lines<Row>(columns: CsvExport<Row>['columns'], cells: CsvExport<Row>['cells'], rows: Rows<Row>) {
  yield columns;
  for (const row of rows) yield cells(row).map(inertCell);
}

import { withParameter } from '../../../shared/paths';
import type { Dependencies } from '../../dependencies';
import type { DownloadReply } from '../../http/reply';
import { constantColumn } from '../../lists/columns';
import { type CsvExport, exportFileName, type Narrowing } from '../../lists/exports';
import { createList, type Rows } from '../../lists/list';
import { createTable } from '../../lists/table';
import type { SignedInRequest } from '../handler';

/** A list as a CSV download, whose name says how it is narrowed. `?excel=1` adds a byte order mark (P158). */
export function csv<Row>(
  { query, administrator }: SignedInRequest,
  content: CsvExport<Row>,
  rows: Pick<Rows<Row>, 'length' | 'block'>,
  narrowing: Narrowing,
  { now, workers }: Dependencies,
): DownloadReply {
  const fileName = exportFileName(content.name, narrowing, new Date(now()));
  const cells = Object.values(content.columns);
  const keys = cells.filter(cell => typeof cell === 'string');

  /** Yields the file block by block, each one created when the client can take it (backpressure). */
  async function* file() {
    let from = 0;
    do {
      const block = rows.block(keys, from);
      const bytes = await workers.formatCsv(
        {
          length: block.length,
          columns: cells.map(cell =>
            typeof cell === 'string' ? block.columns[cell] : constantColumn(cell.all, block.length),
          ),
          headings: from === 0 ? Object.keys(content.columns) : undefined,
          byteOrderMark: from === 0 && query.excel === '1',
        },
        administrator.context.signal,
      );
      if (!bytes) return;
      yield bytes;
      from += block.length;
    } while (from < rows.length);
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

interface TextsExport<Source, Text extends string> extends Pick<CsvExport<never>, 'name' | 'rows'> {
  /** The text of each row under each heading. */
  readonly texts: Readonly<Record<Text, (source: Source) => string>>;
}

/** A CSV download with a row for each source, in their order. */
export async function csvOfTexts<Source, Text extends string>(
  request: SignedInRequest,
  dependencies: Dependencies,
  sources: readonly Source[],
  { texts, ...content }: TextsExport<Source, Text>,
): Promise<DownloadReply> {
  const list = createList(createTable(sources, { texts, counts: {} }), dependencies.workers.sortTable);
  const columns: Record<string, Text> = Object.fromEntries(
    (Object.keys(texts) as Text[]).map(text => [text, text]),
  );
  const rows = await list.all();
  return csv<Record<Text, string>>(request, { ...content, columns }, rows, { query: '' }, dependencies);
}

export function csvLinks(href: string) {
  return [
    { label: 'CSV', href },
    { label: 'CSV for Excel', href: withParameter(href, 'excel')('1') },
  ];
}

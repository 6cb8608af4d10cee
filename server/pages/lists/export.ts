import type { Dependencies } from '../../dependencies';
import type { DownloadReply } from '../../http/reply';
import { type ExportContent, type ExportFormat, exportFileName, type Narrowing } from '../../lists/exports';
import { createList, type Rows } from '../../lists/list';
import { createTable } from '../../lists/table';
import { type FormattedBlock, type WorkbookPart, workbookFile } from '../../lists/workbook';
import { workbookHeading } from '../../spreadsheets/headings';
import type { SignedInRequest } from '../handler';

export const formatLabels = {
  csv: 'CSV',
  xlsx: 'Excel (.xlsx)',
} as const satisfies Record<ExportFormat, string>;

/**
 * Rows as a download in this format. Its name has the search and the filters (P156). It is created block by block, each one
 * when the client can take it (backpressure). `?excel=1` adds a byte order mark to a CSV file (P157).
 */
export function exportRows(
  { query, administrator }: SignedInRequest,
  content: ExportContent,
  rows: Pick<Rows<unknown>, 'length' | 'block'>,
  { format, ...narrowing }: Narrowing & { readonly format: ExportFormat },
  { now, workers }: Dependencies,
): DownloadReply {
  const fileName = exportFileName(content.name, format, narrowing, now());
  const columns = { ...content.columns, ...(format === 'xlsx' && content.workbookColumns) };
  const cells = Object.values(columns);
  const headings = Object.keys(columns);
  const { signal } = administrator.context;

  function* blocks() {
    let from = 0;
    do {
      const { length, columns: ofBlock } = rows.block(cells, from);
      yield {
        length,
        columns: ofBlock,
        headings: from > 0 ? undefined : format === 'csv' ? headings : headings.map(workbookHeading),
        rowsBefore: from,
        isLast: from + length >= rows.length,
      };
      from += length;
    } while (from < rows.length);
  }

  async function* csvFile() {
    for (const block of blocks()) {
      const byteOrderMark = block.rowsBefore === 0 && query.excel === '1';
      yield await workers.formatCsv({ ...block, byteOrderMark }, signal);
    }
  }

  async function* sheetBlocks(part: WorkbookPart) {
    let before: FormattedBlock['progress'] | undefined;
    for (const block of blocks()) {
      const formatted = await workers.formatSheet({ ...block, part, before }, signal);
      yield formatted;
      before = formatted.progress;
    }
  }

  return {
    kind: 'download',
    list: content.name,
    count: rows.length,
    fileName,
    content: format === 'csv' ? csvFile() : workbookFile(sheetBlocks),
    toast: ['exported', rows.length, content.rows, fileName],
  };
}

interface TextsExport<Source> extends Pick<ExportContent, 'name' | 'rows'> {
  /** The text of each row under each heading. */
  readonly texts: Readonly<Record<string, (source: Source) => string>>;
}

/** A download with a row of texts for each source, in their order. */
export async function exportTexts<Source>(
  request: SignedInRequest,
  dependencies: Dependencies,
  sources: readonly Source[],
  { texts, ...content }: TextsExport<Source>,
  format: ExportFormat = 'csv',
): Promise<DownloadReply> {
  const list = createList(createTable(sources, { texts, counts: {} }), dependencies.workers.sortTable);
  const columns = Object.fromEntries(Object.keys(texts).map(name => [name, name]));
  const rows = await list.all();
  return exportRows(request, { ...content, columns }, rows, { query: '', format }, dependencies);
}

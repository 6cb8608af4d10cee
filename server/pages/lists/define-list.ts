// A list shows rows of one kind: licenses, cards, people. `defineList` takes all that is particular to it: where its rows
// come from, and how they are searched, ordered, shown, selected, removed and exported. The rest follows from that. A query
// string is read into the state of the list, by parameters that all lists name alike, after a prefix. The state selects rows,
// and a page of these rows is presented (`readPage`), or all of them are exported (`csv`). `page-lists.ts` puts the lists of a
// page into one URL, and `list-view.ts` surrounds their rows with a search form, links and checkboxes.
import {
  type Direction,
  directions,
  type ListParameters,
  type ListState,
  oneOf,
  pageNumber,
  type Query,
  readListState,
  searchText,
} from '../../../shared/list-state';
import type { SelectableKind } from '../../../shared/removals';
import type { Dependencies } from '../../dependencies';
import { BackendError } from '../../errors';
import type { DownloadReply } from '../../http/reply';
import { type ExportContent, type ExportFormat, exportFileName, type Narrowing } from '../../lists/exports';
import type { ListOf, ListQuery } from '../../lists/list';
import type { Page } from '../../lists/paging';
import type { CountRange, CountsOf, Row as RowOf, TextsOf } from '../../lists/table';
import type { SignedInRequest } from '../handler';
import { activityOf } from './activity';
import { exportRows } from './export';
import type { Removable } from './removable';

/** The properties of a list that do not depend on its source. */
interface ListCommon<Text extends string = string, Count extends string = string> {
  /** The list's URL fragment. */
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string;
  /** Distinguishes its search, filter and page from those of another list in the document's title (P208). */
  readonly qualifier?: string;
  /** Begins the names of its parameters, to distinguish them from those of the page's other lists. */
  readonly prefix?: string;
  /** The name of its rows, lower case and plural. */
  readonly rowsName: string;
  /** The message if the backend sent no list. */
  readonly unreadable: string;
  /** Shown if the list is empty. Without it, an empty list is hidden. */
  readonly empty?: EmptyText;
  readonly search?: {
    readonly columns: readonly Text[] | ((state: ListState) => readonly Text[]);
    /** A query that is the whole text of this column finds only the rows with it (P408). */
    readonly whole?: Text;
    readonly placeholder: string;
    /** Next to the search box. */
    readonly selects?: readonly ListSelect<Count>[];
    /** Shown if a search finds nothing. */
    readonly nothingFound: EmptyText;
  };
  readonly order?: {
    /** The sortable columns. The first one is the default. */
    readonly columns: readonly [Text | Count, ...(Text | Count)[]];
    /** The first one is the default; '' stands for the backend's order. By default, these are 'desc' and 'asc'. */
    readonly directions?: readonly ['' | Direction, ...Direction[]];
    /** The default while the list shows only unused rows, which are equal in the first column (P414). */
    readonly ofUnused?: Text | Count;
    /** The columns that order equal rows. */
    readonly ties?: readonly Text[];
  };
}

interface EmptyText {
  readonly title: string;
  readonly hint: string;
}

/** A select of a search form. Its name is the parameter for its value. */
interface ListSelect<Count extends string> {
  readonly name: string;
  readonly label: string;
  readonly read: (value: unknown) => string;
  readonly options: readonly SelectOption[];
  /** Set for a filter, which is not next to the search box but in the legend above the list: the rows that it finds. */
  readonly ranges?: (state: ListState) => readonly CountRange<Count>[];
  /** How the name of an export says the value of a filter. By default, it is the value itself. */
  readonly inFileName?: (value: string) => string;
}

interface SelectOption {
  readonly value: string;
  readonly label: string;
}

/** How the rows of a list are selected. The kind is also the parameter for their IDs. */
interface Selectable<Text extends string = string> {
  readonly kind: SelectableKind;
  readonly id: Text;
  /** The parameter that names the row in the dialog that removes it, if only a server renders that. */
  readonly removeBy?: string;
  /** By default, all rows can be selected. */
  readonly hasId?: (id: string) => boolean;
}

interface ListDownload<Source, Row> {
  /** The last segment of its path, after that of the page, without its extension. */
  readonly file: string;
  readonly content: (query: Query, source: Source) => ExportContent<Row>;
  /** How the page that compares an earlier export with today names the list; undefined if it cannot be compared. */
  readonly comparedAs?: 'licenses' | 'cards' | 'people';
  /** By default, one for all rows. */
  readonly links?: readonly {
    /** Names the exported rows. */
    readonly label: string;
    readonly parameter?: readonly [name: string, value: string];
  }[];
}

/** A list of rows that are found in a source: in the stats of a product, or in a comparison. */
interface ListDefinition<Source, Row, ViewRow> extends ListCommon<TextsOf<Row>, CountsOf<Row>> {
  /** Undefined if the backend sent no list. */
  readonly rows: (source: Source) => ListOf<Row> | undefined;
  /** A subtitle that depends on the source. */
  readonly subtitleOf?: (source: Source) => string | undefined;
  readonly presentRows: (
    rows: readonly RowOf<TextsOf<Row>, CountsOf<Row>>[],
    context: {
      readonly source: Source;
      /** The largest count of a column in the whole list, with which bars compare the others, if the list is sorted by it. */
      readonly largest: (column: CountsOf<Row>) => number | undefined;
    },
  ) => readonly ViewRow[];
  readonly removable?: Removable<TextsOf<Row>, CountsOf<Row>>;
  /** Set if its rows can only be selected. Those that can be removed can be selected, too. */
  readonly selectable?: Selectable<TextsOf<Row>>;
  readonly download: ListDownload<Source, Row>;
}

/** One page of a list, in the state that a query string describes. */
export interface ListPage<ViewRow extends object = object> extends Page<ViewRow> {
  /** The number of rows in the whole list. */
  readonly total: number;
  /** Whether a search or filter applies (P135). */
  readonly isNarrowed: boolean;
  /** The IDs of the rows, '' for one that cannot be selected; undefined if none can. */
  readonly ids: readonly string[] | undefined;
}

/** A list for its page, its routes and its actions, which do not need the type of its rows. */
export interface List<Source, ViewRow extends object = object> extends ListCommon {
  readonly names: ParameterNames;
  readonly parameters: ListParameters;
  readonly removable: Removable | undefined;
  /** Undefined if its rows cannot be selected. */
  readonly selectable: Selectable | undefined;
  readonly download: Required<Pick<ListDownload<never, never>, 'file' | 'links'>> &
    Pick<ListDownload<never, never>, 'comparedAs'>;
  /** Undefined if the backend sent no list. */
  readonly rows: (source: Source) => { readonly length: number } | undefined;
  readonly subtitleOf?: ((source: Source) => string | undefined) | undefined;
  /** The column that sorts the list in this state; undefined if it has no order. */
  readonly sortOf: (state: ListState) => string | undefined;
  /** Undefined if the backend sent no list. */
  readonly readPage: (source: Source, query: Query) => Promise<ListPage<ViewRow> | undefined>;
  /** The name of the file with all rows that match the current search (P156). */
  readonly fileName: (query: Query, source: Source, format: ExportFormat, now: number) => string;
  /**
   * All rows that match the current search, in the current order, as a file.
   * @throws {BackendError} Thrown when the backend sent no list: an error page is better than an empty file.
   */
  readonly exportFile: (
    request: SignedInRequest,
    source: Source,
    format: ExportFormat,
    dependencies: Dependencies,
  ) => Promise<DownloadReply>;
}

/** Defines a list of rows from a source, and what the view shows of each. */
export function defineList<Source, Row, ViewRow extends object>(
  definition: ListDefinition<Source, Row, ViewRow>,
) {
  type Text = TextsOf<Row>;
  type Count = CountsOf<Row>;
  const { rowsName, rows: rowsOf, search, order, presentRows, removable } = definition;
  const download = { links: [{ label: rowsName }], ...definition.download };
  const selectable: Selectable<Text> | undefined = definition.selectable ?? removable;
  const names = namesOf(definition);
  const parameters = parametersOf(definition, names);

  function sortOf(state: ListState): string | undefined {
    const sorted = order && String(state[names.sort] ?? order.columns[0]);
    const isUnused = !['', 'used30'].includes(activityOf(state));
    return isUnused && sorted === order?.columns[0] ? (order?.ofUnused ?? sorted) : sorted;
  }

  function readQuery(query: Query) {
    const state = readListState(parameters, query);
    const columns = search?.columns ?? [];
    const direction = directions.find(each => each === (order && state[names.direction]));
    const sorted = sortOf(state);
    const key = order?.columns.find(each => each === sorted);
    const listQuery: ListQuery<Text, Count> = {
      query: search ? String(state[names.query]) : '',
      searchIn: typeof columns === 'function' ? columns(state) : columns,
      whole: search?.whole,
      ranges: (search?.selects ?? []).flatMap(({ ranges }) => ranges?.(state) ?? []),
      ...(order &&
        direction && { order: { key: key ?? order.columns[0], direction, ties: order.ties ?? [] } }),
    };
    return { state, listQuery, pageNumber: Number(state[names.page]) };
  }

  /** What narrows the exported rows. */
  function narrowingOf(query: Query): Narrowing {
    const { state, listQuery } = readQuery(query);
    const filters = (search?.selects ?? []).flatMap(({ name, ranges, inFileName = value => value }) =>
      ranges && state[name] !== '' ? [inFileName(String(state[name]))] : [],
    );
    return { query: listQuery.query, filters };
  }

  return {
    ...definition,
    names,
    parameters,
    removable,
    selectable,
    download,
    readQuery,
    sortOf,

    async readPage(source: Source, query: Query): Promise<ListPage<ViewRow> | undefined> {
      const allRows = rowsOf(source);
      if (!allRows) return undefined;
      const { state, listQuery, pageNumber: number } = readQuery(query);
      const page = await allRows.page(listQuery, number);
      const largest = (column: Count) => (column === sortOf(state) ? allRows.largest(column) : undefined);
      return {
        ...page,
        rows: presentRows(page.rows, { source, largest }),
        total: allRows.length,
        isNarrowed: listQuery.query !== '' || (listQuery.ranges ?? []).length > 0,
        ids: selectable && page.rows.map(row => idOf(selectable, row[selectable.id])),
      };
    },

    fileName: (query: Query, source: Source, format: ExportFormat, now: number) =>
      exportFileName(download.content(query, source).name, format, narrowingOf(query), now),

    async exportFile(
      request: SignedInRequest,
      source: Source,
      format: ExportFormat,
      dependencies: Dependencies,
    ): Promise<DownloadReply> {
      const allRows = rowsOf(source);
      if (!allRows) throw new BackendError(definition.unreadable, 'content');
      const { query } = request;
      const rows = await allRows.all(readQuery(query).listQuery);
      const content = download.content(query, source);
      return exportRows(request, content, rows, { ...narrowingOf(query), format }, dependencies);
    },
  };
}

/** Defines a list whose rows can be removed. */
export function defineRemovableList<Source, Row, ViewRow extends object>(
  definition: ListDefinition<Source, Row, ViewRow> & {
    readonly removable: Removable<TextsOf<Row>, CountsOf<Row>>;
  },
) {
  return { ...defineList(definition), removable: definition.removable };
}

type ParameterNames = ReturnType<typeof namesOf>;

function namesOf({ prefix = '' }: Pick<ListCommon, 'prefix'>) {
  return {
    query: `${prefix}q`,
    sort: `${prefix}sort`,
    direction: `${prefix}dir`,
    page: `${prefix}page`,
    order: `${prefix}order`,
  };
}

/** A list whose rows can be selected and removed, for functions that need the type of its rows. */
export type RemovableList<Source, Row> = ReturnType<typeof defineRemovableList<Source, Row, object>>;

/** The parameters of a list, in their order in URLs. */
function parametersOf({ search, order }: ListCommon, names: ParameterNames): ListParameters {
  return {
    ...(search && { [names.query]: searchText }),
    ...Object.fromEntries((search?.selects ?? []).map(select => [select.name, select])),
    ...(order && order.columns.length > 1 && { [names.sort]: oneOf(order.columns) }),
    ...(order && { [names.direction]: oneOf(order.directions ?? directions) }),
    [names.page]: pageNumber,
  };
}

function idOf({ hasId }: Selectable, id: string): string {
  return hasId?.(id) === false ? '' : id;
}

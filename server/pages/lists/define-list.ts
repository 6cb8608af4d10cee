// A list shows rows of one kind: licenses, cards, people. `defineList` takes the definition of a list: where its rows come
// from, and how they are searched, filtered, ordered, shown, selected and exported. The state of a list is read from the
// query string; its parameters have the same names in all lists, after a prefix. The state selects rows, and a
// page of them is presented (`readPage`), or all are exported (`exportFile`). `page-lists.ts` puts the lists of a page into
// one URL, and `list-view.ts` surrounds their rows with a search form, links and checkboxes.
import {
  type Direction,
  directions,
  idSearchText,
  type ListParameters,
  type ListState,
  oneOf,
  type Parameter,
  pageNumber,
  type Query,
  readListState,
  searchText,
} from '../../../shared/list-state';
import type { SelectableKind } from '../../../shared/removals';
import type { EmptyState } from '../../../views/components/ListSection';
import type { Dependencies } from '../../dependencies';
import { BackendError } from '../../errors';
import type { DownloadReply } from '../../http/reply';
import { type ExportContent, type ExportFormat, exportFileName, type Narrowing } from '../../lists/exports';
import type { List, ListQuery } from '../../lists/list';
import type { PageRows } from '../../lists/paging';
import type { CountRange } from '../../lists/table';
import type { SignedInRequest } from '../handler';
import { exportRows } from './export';

/** A choice whose name is the parameter for its value. The first option is the default. */
interface Choice<Option> {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (Option & { readonly value: string; readonly label: string })[];
  /** Reads its value, if the options depend on data. By default, a value is one of the options. */
  readonly parameter?: Parameter<string>;
}

interface FilterOption<ColumnName extends string = string> {
  readonly ranges: readonly CountRange<ColumnName>[];
  /** Its name in exported files (P156). By default, the parameter's value. */
  readonly fileName?: string;
}

/** The parts of a definition that do not depend on the type of the rows. */
interface ListTraits<Source, ColumnName extends string = string> {
  /** The list's URL fragment. */
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string | ((source: Source) => string | undefined);
  /** Distinguishes its search, filter and page from another list's in the document's title (P208). */
  readonly qualifier?: string;
  /** Begins the names of its parameters, so that they differ from the page's other lists. */
  readonly prefix?: string;
  /** The parameters of other lists that determine its rows. */
  readonly dependsOn?: readonly string[];
  /** The name of its rows, lower case and plural. */
  readonly rowsName: string;
  /** The message if the backend sent no list. */
  readonly unreadable: string;
  /** Shown if the list is empty. Without it, an empty list is hidden. */
  readonly empty?: EmptyState;
  readonly search?: {
    readonly columns: readonly ColumnName[];
    /** Next to the search box, to search other columns, or only rows within ranges. */
    readonly select?: Choice<
      Partial<FilterOption<ColumnName>> & { readonly columns?: readonly ColumnName[] }
    >;
    /** A query that is the whole text of this column finds only the rows with it (P408). */
    readonly exactMatchIn?: ColumnName;
    /** Whether a query that is found nowhere is not searched in parts (P470). */
    readonly isWholeText?: boolean;
    readonly placeholder: string;
    readonly nothingFound: EmptyState;
    /** Whether People may find somebody whom this list does not, by the name. */
    readonly isWithoutNames?: boolean;
  };
  /** Shown as the legend above the list. An option shows the rows within its ranges. */
  readonly filter?: Choice<FilterOption<ColumnName>> | undefined;
  readonly order?: {
    /** The columns that can be sorted, by their parameter. The first one is the default. */
    readonly columns: Readonly<Record<string, ColumnName>>;
    /** The first one is the default; '' stands for the backend's order. By default, these are 'desc' and 'asc'. */
    readonly directions?: readonly ['' | Direction, ...Direction[]];
    /** The default column for a value of the filter (P414). */
    readonly filterSorts?: Readonly<Record<string, string>>;
    /** The columns whose order is ascending by default. */
    readonly ascending?: readonly string[];
    /** The columns that order equal rows. */
    readonly ties?: readonly ColumnName[];
  };
  /** Set if rows can be selected, and removed. */
  readonly selectable?: {
    /** Also the form field with the IDs of selected rows. */
    readonly kind: SelectableKind;
    readonly id: ColumnName;
    /** By default, all rows can be selected. */
    readonly hasId?: (id: string) => boolean;
    /** Names the page of a selection for its review; by default, the kind. */
    readonly origin?: string;
    /** The parameter with the ID of the row whose removal a dialog confirms. That of a person is not ready for scripts. */
    readonly dialog: string;
  };
}

interface ListDownload<Source, ColumnName extends string = string> {
  /** The last segment of its path, after the page's path, without its extension. */
  readonly file: string;
  readonly content: (query: Query, source: Source) => ExportContent<ColumnName>;
  /** Whether an earlier export can be compared with the list. */
  readonly isComparable?: boolean;
  /** By default, one for all rows. */
  readonly links?: readonly {
    /** Names the exported rows. */
    readonly what: string;
    /** Distinguishes it from the others. */
    readonly label?: string;
    readonly parameter?: readonly [name: string, value: string];
  }[];
}

/** A list of rows that are found in a source, such as the stats of a product. */
export interface ListDefinition<Source, Row, ViewRow> extends ListTraits<Source, keyof Row & string> {
  /** Returns undefined if the backend sent no list. */
  readonly rows: (source: Source) => List<Row> | undefined;
  readonly presentRows: (
    rows: readonly Row[],
    context: {
      readonly source: Source;
      /** The text that is searched; '' for none. */
      readonly query: string;
      /**
       * Returns the largest count of the whole list, for a bar beside each count, if the list is sorted by this column and
       * one of the rows has more than 0.
       */
      readonly largest: (column: keyof Row & string) => number | undefined;
    },
  ) => readonly ViewRow[];
  readonly download: ListDownload<Source, keyof Row & string>;
}

/** One page of a list, in the state that a query string describes. */
export interface ListPage<ViewRow extends object = object> extends PageRows<ViewRow> {
  /** The number of rows in the whole list. */
  readonly total: number;
  /** Whether a search or filter applies (P135). */
  readonly isNarrowed: boolean;
  /** The IDs of the rows of a list with selection; '' for a row that cannot be selected. */
  readonly ids: readonly string[] | undefined;
}

/** A list for its page, its exports and its actions. */
export interface DefinedList<Source, Row = unknown, ViewRow extends object = object>
  extends ListTraits<Source> {
  readonly names: ParameterNames;
  readonly parameters: ListParameters;
  readonly download: ListDownload<Source> & Required<Pick<ListDownload<Source>, 'links'>>;
  readonly rows: (source: Source) => List<Row> | undefined;
  readonly readQuery: (query: Query) => { readonly listQuery: ListQuery; readonly pageNumber: number };
  /** Returns the parameter of the column that sorts the list in this state; undefined for a list without order. */
  readonly sortOf: (state: ListState) => string | undefined;
  /** Returns the direction in this state; undefined for the backend's order. */
  readonly directionOf: (state: ListState) => Direction | undefined;
  /** Resolves with undefined if the backend sent no list. */
  readonly readPage: (source: Source, query: Query) => Promise<ListPage<ViewRow> | undefined>;
  /** Returns the name of the file with all rows that match the current search (P156). */
  readonly fileName: (query: Query, source: Source, format: ExportFormat, now: number) => string;
  /**
   * Returns all rows that match the current search, in the current order, as a file.
   * @throws {BackendError} Thrown when the backend sent no list: an error page is better than an empty file.
   */
  readonly exportFile: (
    request: SignedInRequest,
    source: Source,
    format: ExportFormat,
    dependencies: Dependencies,
  ) => Promise<DownloadReply>;
}

export function defineList<Source, Row extends object, ViewRow extends object>({
  presentRows,
  ...definition
}: ListDefinition<Source, Row, ViewRow>): DefinedList<Source, Row, ViewRow> {
  const { rowsName, rows: rowsOf, search, filter, order, selectable } = definition;
  const download = { links: [{ what: rowsName }], ...definition.download };
  const names = parameterNames(definition.prefix ?? '');
  const parameters = parametersOf(definition, names);
  const [firstSort = ''] = Object.keys(order?.columns ?? {});

  function sortOf(state: ListState): string | undefined {
    const filterSort = filter && order?.filterSorts?.[String(state[filter.name])];
    return order && (String(state[names.sort] ?? '') || (filterSort ?? firstSort));
  }

  function directionOf(state: ListState): Direction | undefined {
    const direction = directions.find(each => each === (order && state[names.direction]));
    if (direction || !order?.ascending) return direction;
    return order.ascending.includes(sortOf(state) ?? '') ? 'asc' : 'desc';
  }

  function readQuery(query: Query) {
    const state = readListState(parameters, query);
    const direction = directionOf(state);
    const column = order?.columns[sortOf(state) ?? ''];
    const selected = search?.select && chosenOption(search.select, state);
    const listQuery: ListQuery = {
      query: search ? String(state[names.query]) : '',
      searchIn: selected?.columns ?? search?.columns ?? [],
      exactMatchIn: search?.exactMatchIn,
      isWholeText: search?.isWholeText,
      ranges: [...((filter && chosenOption(filter, state)?.ranges) ?? []), ...(selected?.ranges ?? [])],
      ...(column && direction && { order: { key: column, direction, ties: order?.ties ?? [] } }),
    };
    return { state, listQuery, pageNumber: Number(state[names.page]) };
  }

  /** The search and filters of the exported rows. */
  function narrowingOf(query: Query): Narrowing {
    const { state, listQuery } = readQuery(query);
    const filters = chosenFilters(definition, state).map(({ value, fileName = value }) => fileName);
    return { query: listQuery.query, filters };
  }

  return {
    ...definition,
    names,
    parameters,
    download,
    readQuery,
    sortOf,
    directionOf,

    async readPage(source, query) {
      const allRows = rowsOf(source);
      if (!allRows) return undefined;
      const { state, listQuery, pageNumber: number } = readQuery(query);
      const page = await allRows.pageRows(listQuery, number);
      const sorted = order?.columns[sortOf(state) ?? ''];
      const largest = (column: keyof Row & string) =>
        column === sorted && page.rows.some(row => row[column]) ? allRows.largest(column) : undefined;
      return {
        ...page,
        rows: presentRows(page.rows, { source, query: listQuery.query, largest }),
        total: allRows.length,
        isNarrowed: listQuery.query !== '' || (listQuery.ranges ?? []).length > 0,
        ids: selectable && page.rows.map(row => idOf(selectable, row)),
      };
    },

    fileName: (query, source, format, now) =>
      exportFileName(download.content(query, source).name, format, narrowingOf(query), now),

    async exportFile(request, source, format, dependencies) {
      const allRows = rowsOf(source);
      if (!allRows) throw new BackendError(definition.unreadable, 'content');
      const { query } = request;
      const rows = await allRows.all(readQuery(query).listQuery);
      const content = download.content(query, source);
      return exportRows(request, content, rows, { ...narrowingOf(query), format }, dependencies);
    },
  };
}

type ParameterNames = ReturnType<typeof parameterNames>;

function parameterNames(prefix: string) {
  return {
    query: `${prefix}q`,
    sort: `${prefix}sort`,
    direction: `${prefix}dir`,
    page: `${prefix}page`,
    sortBy: `${prefix}order`,
  };
}

/** The parameters of a list, in their order in URLs. */
function parametersOf(
  { search, filter, order }: Pick<ListTraits<never>, 'search' | 'filter' | 'order'>,
  names: ParameterNames,
): ListParameters {
  const sorts = Object.keys(order?.columns ?? {});
  return {
    ...(search && { [names.query]: names.query === 'q' ? searchText : idSearchText }),
    ...(search?.select && { [search.select.name]: parameterOfChoice(search.select) }),
    ...(filter && { [filter.name]: parameterOfChoice(filter) }),
    // '' is the default of the filter.
    ...(sorts.length > 1 && { [names.sort]: parameterOf(['', ...sorts]) }),
    ...(order && {
      [names.direction]: oneOf(order.directions ?? (order.ascending ? ['', ...directions] : directions)),
    }),
    [names.page]: pageNumber,
  };
}

function parameterOf([first = '', ...others]: readonly string[]) {
  return oneOf([first, ...others]);
}

function parameterOfChoice({ options, parameter }: Choice<unknown>) {
  return parameter ?? parameterOf(options.map(({ value }) => value));
}

/** The option of a choice in this state. */
export function chosenOption<Option>({ name, options }: Choice<Option>, state: ListState) {
  return options.find(({ value }) => value === state[name]);
}

/** The options of the filter and of the select that narrow a list in this state. */
export function chosenFilters(
  { filter, search }: Pick<ListTraits<never>, 'filter' | 'search'>,
  state: ListState,
) {
  const choices: readonly (Choice<Partial<FilterOption>> | undefined)[] = [filter, search?.select];
  const chosen = choices.flatMap(choice => (choice && chosenOption(choice, state)) ?? []);
  return chosen.filter(({ ranges }) => ranges?.length);
}

function idOf({ id, hasId }: NonNullable<ListTraits<never>['selectable']>, row: object): string {
  const text = String(Reflect.get(row, id));
  return hasId?.(text) === false ? '' : text;
}

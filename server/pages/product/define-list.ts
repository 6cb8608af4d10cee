import {
  directions,
  type ListParameters,
  type ListState,
  type Query,
  readListState,
} from '../../../shared/list-state';
import type { RemovableKind, SelectableKind } from '../../../shared/removals';
import type { Dependencies } from '../../dependencies';
import { BackendError } from '../../errors';
import type { DownloadReply } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import type { CsvExport } from '../../lists/exports';
import type { ListOf, ListQuery } from '../../lists/list';
import type { Page } from '../../lists/paging';
import type { CountRange, CountsOf, Row as RowOf, TextsOf } from '../../lists/table';
import { activityOf, activityRanges } from './activity';
import { countRangeOf, countRanges } from './count-range';
import { csv } from './csv';
import type { Removable } from './removable';

interface EmptyText {
  readonly title: string;
  readonly hint: string;
  /** The page that helps to fill the list. */
  readonly inviteHref?: string;
}

interface ListTexts {
  /** The list's URL fragment. */
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string;
  /** Distinguishes its search, filter and page from those of another list in the document's title (P208). */
  readonly qualifier?: string;
  /** The name of its rows, lower case and plural. */
  readonly items: string;
  /** The message if the backend sent no list. */
  readonly unreadable: string;
  /** Shown if the list is empty. Without it, an empty list is hidden. */
  readonly empty?: EmptyText;
}

interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface ListSearch<Parameter extends string = string> {
  /** The parameter for the query. */
  readonly parameter: Parameter;
  readonly placeholder: string;
  /** Filters next to the search box. One without options is hidden. */
  readonly selects?: readonly {
    readonly name: Parameter;
    readonly label: string;
    readonly options: readonly SelectOption[] | ((value: string) => readonly SelectOption[]);
  }[];
  /** Shown if a search finds nothing. */
  readonly nothingFound: EmptyText;
}

interface ListOrder<Sort extends string, Parameter extends string = string> {
  /** The sortable columns. */
  readonly columns: readonly [Sort, ...Sort[]];
  /** The parameter that names one of them. Not needed for a single one. */
  readonly by?: Parameter;
  /** The parameter for the direction. If it can be '', that is the backend's order. */
  readonly direction: Parameter;
}

/** One list: its rows, state, search, order, export and texts. */
interface ListDefinition<Source, Row, State extends ListState> extends ListTexts {
  /** Returns undefined if the backend sent no list. */
  readonly rows: (source: Source) => ListOf<Row> | undefined;
  /** The parameter for the page number. */
  readonly pageParameter: keyof State & string;
  readonly search?: ListSearch<keyof State & string> & {
    /** The columns to search. */
    readonly columns: readonly TextsOf<Row>[] | ((state: State) => readonly TextsOf<Row>[]);
  };
  readonly order?: Omit<ListOrder<never, keyof State & string>, 'columns'> & {
    /** The columns that order equal rows. */
    readonly ties?: readonly TextsOf<Row>[];
  };
  /** Returns which rows its filters select. By default, those of a list whose rows can be removed (P232, P272). */
  readonly filter?: (state: State) => readonly CountRange<CountsOf<Row>>[];
  readonly download: ListDownload<Source, Row>;
}

interface ListDownload<Source, Row> {
  /** The last segment of its path, after that of the page. */
  readonly file: string;
  readonly content: (query: Query, source: Source) => CsvExport<Row>;
  readonly links: readonly {
    readonly label: string;
    /** Names the exported rows for screen readers. */
    readonly what: string;
    readonly parameter?: readonly [name: string, value: string];
  }[];
}

/** The list of the rows to present. */
export interface RowsContext<Source, State, Row> {
  readonly source: Source;
  readonly state: State;
  readonly allRows: ListOf<Row>;
}

/** One page of a list, in the state that a query string describes. */
export interface ListPage<ViewRow extends object> extends Page<ViewRow> {
  /** The number of rows in the whole list. */
  readonly total: number;
  /** Whether a search or filter applies (P135). */
  readonly isNarrowed: boolean;
  /** The IDs of the rows, '' for one that cannot be selected; undefined if none can. */
  readonly ids: readonly string[] | undefined;
}

/** A list for its page, its routes and its actions, which do not need the type of its rows. */
export interface List<Source, ViewRow extends object = object, Sort extends string = string>
  extends ListTexts {
  readonly parameters: ListParameters;
  readonly pageParameter: string;
  readonly search?: ListSearch;
  readonly order?: ListOrder<Sort>;
  readonly removable: Removable | undefined;
  /** Undefined if its rows cannot be selected. */
  readonly selectable: Pick<Selectable, 'kind'> | undefined;
  readonly download: Pick<ListDownload<never, never>, 'file' | 'links'>;
  /** Returns those of the IDs that are in the list. Only rows that can be selected have IDs. */
  readonly listedIds: (source: Source, ids: readonly string[]) => readonly string[];
  /** Returns undefined if the backend sent no list. */
  readonly readPage: (source: Source, query: Query) => Promise<ListPage<ViewRow> | undefined>;
  /**
   * Returns all rows that match the current search, in the current order, as CSV.
   * @throws {BackendError} Thrown when the backend sent no list: an error page is better than an empty file.
   */
  readonly csv: (
    request: SignedInRequest,
    source: Source,
    dependencies: Dependencies,
  ) => Promise<DownloadReply>;
}

/** How the rows of a list are selected. */
interface Selectable<Text extends string = string> {
  readonly kind: SelectableKind;
  readonly id: Text;
  /** By default, all rows can be selected. */
  readonly hasId?: (id: string) => boolean;
}

/** Only a list whose definition names the kind of its rows has them. */
type IfRemovable<Kind, T> = [Kind] extends [never] ? undefined : T;

/**
 * Returns a function that defines a list of such rows. `Source` is the type of the data that contains it. All other types
 * follow from the definition: the state from `parameters`, the sort keys from `order.columns`, and the rows of its view from
 * `presentRows`.
 */
export function defineList<Source, Row>() {
  type Text = TextsOf<Row>;
  type Count = CountsOf<Row>;

  return <
    State extends ListState,
    ViewRow extends object,
    const Sort extends Text | Count = never,
    Kind extends RemovableKind = never,
  >(
    definition: ListDefinition<Source, Row, State> & {
      /** The names must differ from those of the page's other lists. */
      readonly parameters: ListParameters<State>;
      readonly order?: { readonly columns: readonly [Sort, ...Sort[]] };
      /** Returns the rows of a page as its view shows them. */
      readonly presentRows: (
        rows: readonly RowOf<Text, Count>[],
        context: RowsContext<Source, State, Row>,
      ) => readonly ViewRow[];
      /** Set if its rows can be selected and removed. */
      readonly removable?: Removable<Text, Count> & { readonly kind: Kind };
      /** Set if its rows can only be selected. */
      readonly selectable?: Selectable<Text>;
    },
  ) => {
    const { parameters, search, order, unreadable, download } = definition;
    const removable = definition.removable as IfRemovable<Kind, Removable<Text, Count>>;
    const selectable: Selectable<Text> | undefined = definition.selectable ?? removable;
    const readState = (query: Query): State => readListState(parameters, query);
    const removableRanges = (state: State, counts: Removable<Text, Count>['counts']) => [
      ...activityRanges(activityOf(state), counts),
      ...countRanges(state, counts.last30Days),
    ];

    function queryOf(state: State): ListQuery<Text, Count> {
      const columns = search?.columns ?? [];
      const direction = directions.find(each => each === (order && state[order.direction]));
      const key = order?.columns.find(each => order.by !== undefined && each === String(state[order.by]));
      return {
        query: search ? String(state[search.parameter]) : '',
        searchIn: typeof columns === 'function' ? columns(state) : columns,
        ranges: definition.filter?.(state) ?? (removable ? removableRanges(state, removable.counts) : []),
        ...(order &&
          direction && { order: { key: key ?? order.columns[0], direction, ties: order.ties ?? [] } }),
      };
    }

    return {
      ...definition,
      removable,
      selectable,

      listedIds: (source: Source, ids: readonly string[]) =>
        (selectable && definition.rows(source)?.listed(selectable.id, ids)) ?? [],

      readQuery(query: Query) {
        const state = readState(query);
        return { selection: queryOf(state), pageNumber: Number(state[definition.pageParameter]) };
      },

      async readPage(source: Source, query: Query): Promise<ListPage<ViewRow> | undefined> {
        const allRows = definition.rows(source);
        if (!allRows) return undefined;
        const state = readState(query);
        const listQuery = queryOf(state);
        const page = await allRows.page(listQuery, Number(state[definition.pageParameter]));
        return {
          ...page,
          rows: definition.presentRows(page.rows, { source, state, allRows }),
          total: allRows.length,
          isNarrowed: listQuery.query !== '' || (listQuery.ranges ?? []).length > 0,
          ids: selectable && page.rows.map(row => idOf(selectable, row[selectable.id])),
        };
      },

      async csv(
        request: SignedInRequest,
        source: Source,
        dependencies: Dependencies,
      ): Promise<DownloadReply> {
        const rows = definition.rows(source);
        if (!rows) throw new BackendError(unreadable, 'content');
        const state = readState(request.query);
        const listQuery = queryOf(state);
        const narrowing = {
          query: listQuery.query,
          activity: activityOf(state),
          countRange: countRangeOf(state),
          has: String(state.has ?? ''),
        };
        const content = download.content(request.query, source);
        return csv(request, content, await rows.all(listQuery), narrowing, dependencies);
      },
    };
  };
}

function idOf({ hasId }: Selectable, id: string): string {
  return hasId?.(id) === false ? '' : id;
}

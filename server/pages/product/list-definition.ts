import type { CsvExport } from '../../../shared/exports';
import type { ListParameters, ListState, Query } from '../../../shared/list-state';
import type { ToastCode } from '../../../shared/messages';
import type { RemovableKind } from '../../../shared/removals';
import type { ConfirmDialogProps } from '../../../views/Island';
import type { CallContext } from '../../backends/call';
import type { Dependencies } from '../../dependencies';
import type { ListOf, ListQuery } from '../../lists/list';
import type { CountsOf, Row as RowOf, TextsOf } from '../../lists/table';
import type { Action } from './action';
import type { ActivityColumns } from './activity';

/** One list of a product: its rows, state, search, order, export and texts. */
export interface ListDefinition<
  Stats,
  State extends ListState,
  Row,
  ViewRow extends object,
  Sort extends string = never,
> {
  /** The list's URL fragment. */
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string;
  /** Distinguishes its search, filter and page from those of another list in the document's title (P208). */
  readonly qualifier?: string;
  /** The name of its rows, lower case and plural. */
  readonly items: string;
  /** Returns undefined if the backend sent no list. */
  readonly rows: (stats: Stats) => ListOf<Row> | undefined;
  /** The message if the backend sent no list. */
  readonly unreadable: string;
  /** Shown if the list is empty. Without it, an empty list is hidden. */
  readonly empty?: EmptyText;
  /** The names must differ from those of the product's other lists. */
  readonly parameters: ListParameters<State>;
  /** The parameter for the page number. */
  readonly page: keyof State & string;
  readonly search?: {
    /** The parameter for the query. */
    readonly name: keyof State & string;
    readonly placeholder: string;
    /** Filters next to the search box. */
    readonly selects?: readonly SelectDefinition<State>[];
    /** Shown if a search finds nothing. */
    readonly nothingFound: EmptyText;
  };
  readonly order?: {
    /** The sortable columns, and the parameter that names one of them. Without `by`, there is only one. */
    readonly columns: readonly Sort[];
    readonly by?: keyof State & string;
    /** The parameter for the direction. */
    readonly direction: keyof State & string;
  };
  /** Returns the query for a list state. */
  readonly query: (state: State) => ListQuery<TextsOf<Row>, CountsOf<Row>>;
  /** Returns the rows of a page as its view shows them. */
  readonly presentRows: (
    rows: readonly RowOf<TextsOf<Row>, CountsOf<Row>>[],
    context: RowsContext<State, Row>,
  ) => readonly ViewRow[];
  /** Set if its rows can be selected and removed. */
  readonly removable?: Removable<Row>;
  readonly download: {
    /** The last segment of its path, after that of the product. */
    readonly file: string;
    readonly content: (query: Query) => CsvExport<Row>;
    readonly links: readonly {
      readonly label: string;
      /** Names the exported rows for screen readers. */
      readonly what: string;
      readonly parameter?: readonly [name: string, value: string];
    }[];
  };
}

/** A list whose rows can be selected and removed. */
export interface RemovableListDefinition<
  Stats,
  State extends ListState,
  Row,
  ViewRow extends object,
  Sort extends string = never,
> extends ListDefinition<Stats, State, Row, ViewRow, Sort> {
  readonly removable: Removable<Row>;
}

/** A list whose rows can be removed, whatever its state and its view are. */
export type RemovableRows<Stats, Row> = Pick<
  RemovableListDefinition<Stats, never, Row, object>,
  'id' | 'rows' | 'removable'
>;

/** The list of the rows to present. */
export interface RowsContext<State, Row> {
  readonly state: State;
  readonly allRows: ListOf<Row>;
}

/** How the rows of a list are removed, one by one and in bulk. Notes about unused rows use its terms and columns, too. */
export interface Removable<Row> {
  readonly kind: RemovableKind;
  /** For instance 'Revoke'. */
  readonly verb: string;
  /** For instance 'Revoked'. */
  readonly done: string;
  /** Shown in the dialog and in the review. */
  readonly warning: string;
  /** In the singular, for instance 'License'. */
  readonly noun: string;
  /** In the plural, for instance 'leads'. */
  readonly activity: string;
  readonly id: TextsOf<Row>;
  readonly email: TextsOf<Row>;
  /** The columns that describe a row in the dialog. */
  readonly subject: readonly TextsOf<Row>[];
  /** The path of the action that removes one row. */
  readonly path: string;
  /** The dialog that confirms it. Its name is also the parameter with the row's ID. */
  readonly dialog: Pick<ConfirmDialogProps, 'name' | 'title' | 'text' | 'busyLabel' | 'optimisticToast'>;
  /** Says that the row in the URL is not in the list. */
  readonly gone: string;
  readonly counts: ActivityColumns<CountsOf<Row>>;
  readonly auditedAs: Action['auditedAs'];
  /** The toast for an administrator without the product's role. By default, it is the product's. */
  readonly roleMissing?: ToastCode;
  readonly remove: (
    entityId: string,
    id: string,
    context: CallContext,
    dependencies: Dependencies,
  ) => Promise<void>;
  /** The messages and log lines of the removal of one row. */
  readonly outcomes: Pick<Action, 'done' | 'failed' | 'unexpected'> & {
    /** Logged for an ID that is not in the administrator's own, freshly fetched list. */
    readonly notListed: string;
  };
}

interface EmptyText {
  readonly title: string;
  readonly hint: string;
}

interface SelectDefinition<State> {
  readonly name: keyof State & string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** The product of a list: its page, and the state of all its lists. */
export interface ListOwner {
  readonly path: string;
  readonly defaults: ListState;
  /** Returns the URL of a page, download or action in a list state. */
  readonly address: (path: string, state: ListState) => string;
}

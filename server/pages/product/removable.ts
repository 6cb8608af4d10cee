import { PAGE_SIZE, type Query } from '../../../shared/list-state';
import type { ToastCode } from '../../../shared/messages';
import type { RemovableKind } from '../../../shared/removals';
import type { ConfirmDialogProps } from '../../../views/Island';
import type { CallContext } from '../../backends/call';
import type { Dependencies } from '../../dependencies';
import type { ListOf, ListQuery } from '../../lists/list';
import type { CountsOf, TextsOf } from '../../lists/table';
import { escapeId, sentEmail } from '../../removals/run-state';
import type { AuditedEvent } from '../../telemetry/audit';
import type { ActivityColumns } from './activity';

/** How the rows of a list are removed, one by one and in bulk. Notes about unused rows use its terms and columns, too. */
export interface Removable<Text extends string = string, Count extends string = string> {
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
  readonly id: Text;
  readonly email: Text;
  /** The columns that describe a row in the dialog. */
  readonly subject: readonly Text[];
  /** The path of the action that removes one row. */
  readonly path: string;
  /** The dialog that confirms it. Its name is also the parameter with the row's ID. */
  readonly dialog: Pick<ConfirmDialogProps, 'name' | 'title' | 'text' | 'busyLabel' | 'optimisticToast'>;
  /** Says that the row in the URL is not in the list. */
  readonly gone: string;
  readonly counts: ActivityColumns<Count>;
  readonly auditedAs: AuditedEvent;
  /** The toast for an administrator without the product's role. By default, it is the product's. */
  readonly roleMissing?: ToastCode;
  readonly remove: (
    entityId: string,
    id: string,
    context: CallContext,
    dependencies: Dependencies,
  ) => Promise<void>;
  /** The messages and log lines of the removal of one row. */
  readonly outcomes: Failures & {
    readonly done: ToastCode;
    /** The ID is not in the administrator's own, freshly fetched list. */
    readonly notListed: ToastCode;
    /** The row belongs to another person than its dialog said. */
    readonly reassigned: ToastCode;
    /** The backend confirmed the removal, but lists the row. */
    readonly stillListed: ToastCode;
  };
}

/** The toasts for the failures of an action. */
export interface Failures {
  /** The toast for a BackendError. */
  readonly failed: ToastCode;
  /** The toast and the log message for any other error. */
  readonly unexpected: { readonly toast: ToastCode; readonly message: string };
}

/** A list whose rows can be selected and removed. */
export interface RemovableList<Source, Row> {
  readonly id: string;
  /** Undefined if the backend sent no list. */
  readonly rows: (source: Source) => ListOf<Row> | undefined;
  /** The message if the backend sent no list. */
  readonly unreadable: string;
  readonly search?: { readonly parameter: string };
  readonly removable: Removable<TextsOf<Row>, CountsOf<Row>>;
  /** The rows and the page number that a query string describes. */
  readonly readQuery: (query: Query) => {
    readonly listQuery: ListQuery<TextsOf<Row>, CountsOf<Row>>;
    readonly pageNumber: number;
  };
}

/** A row as the dialog that removes it describes it. */
export function describeRow<Text extends string>(
  { id, email, subject }: Pick<Removable<Text>, 'id' | 'email' | 'subject'>,
  row: Readonly<Record<Text, string>>,
): NonNullable<ConfirmDialogProps['item']> {
  return {
    id: escapeId(row[id]),
    email: sentEmail(row[email]),
    subject: subject.map(column => row[column]).filter(text => text !== ''),
  };
}

/** The URL fragment of a row. A page has at most one list whose rows can be removed. */
export function anchorOf(index: number): string {
  return `row-${index + 1}`;
}

/**
 * The URL fragments of a row before its removal, and of the row that takes its place afterwards. If there is no such
 * row, it is the fragment of the list.
 */
export async function findAnchors<Source, Row>(
  { id, removable, readQuery }: RemovableList<Source, Row>,
  rows: ListOf<Row>,
  { query, removedId }: { readonly query: Query; readonly removedId: string },
): Promise<{ readonly before: string; readonly after: string }> {
  const { listQuery, pageNumber } = readQuery(query);
  const shown = await rows.page(listQuery, pageNumber);
  const index = shown.rows.findIndex(row => row[removable.id] === removedId);
  if (index === -1) return { before: id, after: id };
  const before = anchorOf(index);
  if (shown.found === 1) return { before, after: id };
  const isLast = shown.number === shown.pages && index === shown.rows.length - 1;
  // Removing the only row of the last page leads to the end of the page before it.
  const next = isLast ? (index === 0 ? PAGE_SIZE : index) - 1 : index;
  return { before, after: anchorOf(next) };
}

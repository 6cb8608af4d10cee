import type { ToastCode } from '../../../shared/messages';
import type { RemovableKind } from '../../../shared/removals';
import type { ConfirmDialogProps } from '../../../views/Island';
import type { CallContext } from '../../backends/call';
import type { Dependencies } from '../../dependencies';
import type { AuditedEvent } from '../../telemetry/audit';
import type { ActivityColumns } from './activity';

/** How the rows of a list are removed, one by one and in bulk. Notes about unused rows use its columns, too. */
export interface Removable<Text extends string = string, Count extends string = string> {
  readonly kind: RemovableKind;
  /** Shown in the dialog and in the review. */
  readonly warning: string;
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

/** The URL fragment of a row. A page has at most one list whose rows can be removed. */
export function anchorOf(index: number): string {
  return `row-${index + 1}`;
}

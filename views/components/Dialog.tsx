import { type ConfirmDialogProps, Island } from '../Island';

/** A confirmation dialog, either open or opened by a link. */
export function Dialog(props: ConfirmDialogProps) {
  return <Island name="ConfirmDialog" props={props} wake={props.item ? 'now' : 'soon'} />;
}

import { type ConfirmDialogProps, Island } from '../Island';

/** A confirmation that is open already, or opens when a link asks for it. */
export function Dialog(props: ConfirmDialogProps) {
  return <Island name="ConfirmDialog" props={props} wake={props.item ? 'now' : 'soon'} />;
}

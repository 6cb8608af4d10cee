import { SymbolIcon } from '../../client/Icon';

interface Props {
  readonly text: string;
  /** The kind of text, for screen readers. */
  readonly kind: string;
  /** The label of the button. Without one, it is an icon. */
  readonly label?: string;
}

/** Copies the text of the element before it. Needs JavaScript, and is hidden without. */
export function CopyButton({ text, kind, label }: Props) {
  return (
    <button
      type="button"
      className={label === undefined ? undefined : 'button'}
      aria-label={`Copy ${kind} ${text}`}
      data-copy=""
    >
      <SymbolIcon name="copy" />
      {label === undefined ? null : <span>{label}</span>}
    </button>
  );
}

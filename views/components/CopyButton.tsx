import { SymbolIcon } from '../../client/Icon';

interface Props {
  /** The text or its kind, for screen readers. */
  readonly kind: string;
  /** The label of the button. Without one, it is an icon. */
  readonly label?: string;
  /** The ID of the element with the text. By default, it is the element before the button. */
  readonly from?: string;
  readonly isPrimary?: boolean;
}

/**
 * Copies the text of another element, which may be a field. Needs JavaScript, and is hidden without. As an icon, it follows
 * an ID (`code`), by which styles recognize it: a page has dozens of them.
 */
export function CopyButton({ kind, label, from = '', isPrimary = false }: Props) {
  return (
    <button
      type="button"
      className={label === undefined ? undefined : `button ${isPrimary ? 'primary' : 'small'} only-scripted`}
      aria-label={`Copy ${kind}`}
      data-copy={label === undefined ? undefined : from}
    >
      <SymbolIcon name="copy" />
      {label === undefined ? null : <span>{label}</span>}
    </button>
  );
}

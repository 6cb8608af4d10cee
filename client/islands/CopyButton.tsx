import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../clipboard';

export interface CopyButtonProps {
  readonly text: string;
  /** The kind of text, for screen readers. */
  readonly kind: string;
  /** The label of the button. Without one, it is an icon. */
  readonly label?: string;
}

/** How long “Copied!” is shown, in milliseconds (P140). */
export const COPIED_MS = 2000;

const SYMBOL = 'copy-symbol';

/** The icon, once per page: up to 25 copy buttons reference it. */
export function CopySymbol() {
  return (
    <symbol id={SYMBOL} viewBox="0 0 24 24">
      <Copy />
    </symbol>
  );
}

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, kind, label }: CopyButtonProps) {
  const [copied, setCopied] = useState(0);

  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const onClick = async () => {
    if (await copyText(text)) setCopied(count => count + 1);
  };

  return (
    <button
      type="button"
      className={label === undefined ? 'copy icon-button' : 'copy button'}
      aria-label={copied ? undefined : `Copy ${kind} ${text}`}
      onClick={onClick}
    >
      {copied ? (
        <>
          <Check aria-hidden="true" size={18} />
          <span className="copied">Copied!</span>
        </>
      ) : (
        <>
          <svg aria-hidden="true" width="18" height="18">
            <use href={`#${SYMBOL}`} />
          </svg>
          {label}
        </>
      )}
    </button>
  );
}

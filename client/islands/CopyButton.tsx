import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../clipboard';

export interface CopyButtonProps {
  readonly text: string;
  /** What kind of text it is, for people who do not see where the button stands. */
  readonly kind: string;
  /** Words on the button; without them it is an icon. */
  readonly label?: string;
}

/** How long the marker stays, in milliseconds (P140). */
export const COPIED_FOR = 2000;

const SYMBOL = 'copy-symbol';

/** Drawn once on a page, in an SVG: a list has 25 copy buttons, and each would carry the whole drawing. */
export function CopySymbol() {
  return (
    <symbol id={SYMBOL} viewBox="0 0 24 24">
      <Copy />
    </symbol>
  );
}

/** Copies a text and says so. */
export function CopyButton({ text, kind, label }: CopyButtonProps) {
  const [copied, setCopied] = useState(0);

  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), COPIED_FOR);
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

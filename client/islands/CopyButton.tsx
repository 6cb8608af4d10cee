import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../clipboard';
import { Icon } from '../Icon';

interface Props {
  readonly text: string;
  /** The kind of text, for screen readers. */
  readonly kind: string;
  /** The label of the button. Without one, it is an icon. */
  readonly label?: string;
}

/** How long “Copied!” is shown, in milliseconds (P140). */
const COPIED_MS = 2000;

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, kind, label }: Props) {
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
          <Icon name="copy" size={18} />
          {label}
        </>
      )}
    </button>
  );
}

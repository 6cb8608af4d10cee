import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../clipboard';

export interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for people who do not see where the button stands. */
  readonly name: string;
  /** Words on the button; without them it is an icon. */
  readonly label?: string;
}

/** How long the marker stays, in milliseconds (specification, section 9). */
export const COPIED_FOR = 2000;

/** Copies a text and says so. */
export function CopyButton({ text, name, label }: CopyButtonProps) {
  const [copied, setCopied] = useState(0);

  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), COPIED_FOR);
    return () => clearTimeout(timer);
  }, [copied]);

  const onClick = async () => {
    if (await copyText(text)) setCopied(count => count + 1);
  };
  const Icon = copied ? Check : Copy;

  return (
    <button
      type="button"
      className={label === undefined ? 'copy icon-button' : 'copy button'}
      aria-label={copied ? undefined : `Copy ${name}`}
      onClick={onClick}
    >
      <Icon aria-hidden="true" size={18} />
      {copied ? <span className="copied">Copied!</span> : label}
    </button>
  );
}

import { Link } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../../shared/messages';
import { copyText } from '../clipboard';
import { showToast } from '../events';

export interface DownloadLinkProps {
  readonly href: string;
}

/** Copies an app's download address. Without JavaScript, or when copying fails, it shows the address. */
export function DownloadLink({ href }: DownloadLinkProps) {
  const [state, setState] = useState<'disclosure' | 'button' | 'button with address'>('disclosure');
  const disclosure = useRef<HTMLDetailsElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasFocused = useRef(false);

  useEffect(() => {
    wasFocused.current = disclosure.current?.contains(document.activeElement) ?? false;
    setState(disclosure.current?.open ? 'button with address' : 'button');
  }, []);
  useEffect(() => {
    if (state === 'button' && wasFocused.current) button.current?.focus();
    wasFocused.current = false;
  }, [state]);

  const label = (
    <>
      <Link aria-hidden="true" size={18} />
      Copy Download Link
    </>
  );
  if (state === 'disclosure') {
    return (
      <details className="download-link" ref={disclosure}>
        <summary className="button">{label}</summary>
        <Address href={href} />
      </details>
    );
  }
  const copy = async () => {
    if (await copyText(href)) {
      setState('button');
      showToast('success', messages.downloadLink.copied);
    } else {
      setState('button with address');
      showToast('error', messages.downloadLink.failed);
    }
  };
  return (
    <div className="download-link">
      <button type="button" className="button" ref={button} onClick={copy}>
        {label}
      </button>
      {state === 'button with address' ? <Address href={href} selected /> : null}
    </div>
  );
}

function Address({ href, selected = false }: { readonly href: string; readonly selected?: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (selected) field.current?.select();
  }, [selected]);
  return (
    <label>
      <span>Address to copy</span>
      <input type="url" readOnly value={href} ref={field} />
    </label>
  );
}

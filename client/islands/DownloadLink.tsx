import { Link } from 'lucide-react';
import type { MouseEvent } from 'react';
import { messages } from '../../shared/messages';
import { copyText } from '../clipboard';
import { showToast } from '../events';

export interface DownloadLinkProps {
  readonly href: string;
}

/** Copies an app's address, to pass on. Without JavaScript it shows the address for copying by hand. */
export function DownloadLink({ href }: DownloadLinkProps) {
  const copy = async (event: MouseEvent) => {
    event.preventDefault();
    if (await copyText(href)) showToast('success', messages.downloadLink.copied);
    else showToast('error', messages.downloadLink.failed);
  };
  return (
    <details className="download-link">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary className="button" onClick={copy}>
        <Link aria-hidden="true" size={18} />
        Copy Download Link
      </summary>
      <label>
        <span>Address to copy</span>
        <input type="url" readOnly value={href} />
      </label>
    </details>
  );
}

import { type MouseEvent, useRef, useSyncExternalStore } from 'react';
import { messages } from '../../shared/messages';
import { copyText } from '../clipboard';
import { showToast } from '../events';
import { Icon } from '../Icon';

const neverChanges = () => () => {};

/**
 * Copies an app's download URL. Without JavaScript, it is a disclosure of the URL. With JavaScript, it is a button, and shows
 * the URL only if copying fails.
 */
export function DownloadLink({ href }: { readonly href: string }) {
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const disclosure = useRef<HTMLDetailsElement>(null);
  const address = useRef<HTMLInputElement>(null);

  const copy = async (event: MouseEvent) => {
    event.preventDefault();
    const isCopied = await copyText(href);
    if (disclosure.current) disclosure.current.open = !isCopied;
    if (isCopied) {
      showToast('success', messages.downloadLink.copied);
    } else {
      showToast('error', messages.downloadLink.failed);
      address.current?.select();
    }
  };
  return (
    <details className="download-link" ref={disclosure}>
      <summary className="button" {...(isHydrated && { role: 'button', onClick: copy })}>
        <Icon name="link" size={18} />
        Copy Download Link
      </summary>
      <label>
        <span>Address to copy</span>
        <input type="url" readOnly value={href} ref={address} />
      </label>
    </details>
  );
}

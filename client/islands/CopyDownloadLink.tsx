import { Link } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import { messages } from '../../shared/messages';
import { copyText } from '../clipboard';
import { showToast } from '../events';
import { Icon } from '../Icon';

const POPOVER = 'download-address';

/**
 * Copies an app's download URL. Without JavaScript, the same button shows the URL in a popover. With JavaScript, that is
 * shown only if copying fails.
 */
export function CopyDownloadLink({ href }: { readonly href: string }) {
  const popover = useRef<HTMLDivElement>(null);
  const address = useRef<HTMLInputElement>(null);

  const copy = async (event: MouseEvent) => {
    event.preventDefault();
    if (await copyText(href)) {
      popover.current?.hidePopover();
      showToast('success', messages.downloadLink.copied);
    } else {
      popover.current?.showPopover();
      showToast('error', messages.downloadLink.failed);
      address.current?.select();
    }
  };
  return (
    <>
      <button type="button" className="button small" popoverTarget={POPOVER} onClick={copy}>
        <Icon shape={Link} />
        Copy Download Link
      </button>
      <div id={POPOVER} className="popup" popover="auto" ref={popover}>
        <label>
          <span>Address to copy</span>
          <input type="url" readOnly value={href} ref={address} />
        </label>
      </div>
    </>
  );
}

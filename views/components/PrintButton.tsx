import { Printer } from 'lucide-react';
import { Icon } from '../../client/Icon';

/** Prints the page. Without JavaScript, a hint says how. */
export function PrintButton() {
  return (
    <>
      <p className="hint only-unscripted">Print it with your browser: Ctrl+P or ⌘P</p>
      <button type="button" className="button only-scripted" data-print="">
        <Icon shape={Printer} />
        <span>Print</span>
      </button>
    </>
  );
}

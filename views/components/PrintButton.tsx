import { Printer } from 'lucide-react';
import { Icon } from '../../client/Icon';

/** Prints the page. Without JavaScript, a hint says how. */
export function PrintButton({
  isAutomatic = false,
}: {
  /** Whether the page is printed at once. */ readonly isAutomatic?: boolean;
}) {
  return (
    <>
      <p className="hint only-unscripted">Print it with your browser: Ctrl+P or ⌘P</p>
      <button type="button" className="button primary only-scripted" data-print={isAutomatic ? 'now' : ''}>
        <Icon shape={Printer} />
        <span>Print</span>
      </button>
    </>
  );
}

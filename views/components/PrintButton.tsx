import { Printer } from 'lucide-react';
import { Icon } from '../../client/Icon';

/** Prints the page. Needs JavaScript; browsers can print without it. */
export function PrintButton() {
  return (
    <button type="button" className="button primary only-scripted" data-print="">
      <Icon shape={Printer} />
      <span>Print</span>
    </button>
  );
}

import { Printer } from 'lucide-react';
import { Icon } from '../../client/Icon';

interface Props {
  /** Names the PDF of a page that is printed as soon as it opens; undefined if only the button prints it. */
  readonly fileTitle?: string;
}

/** Prints the page. Without JavaScript, a hint says how. */
export function PrintButton({ fileTitle }: Props) {
  return (
    <>
      <p className="hint only-unscripted">Print it with your browser: Ctrl+P or ⌘P</p>
      <button
        type="button"
        className="button primary only-scripted"
        data-print={fileTitle === undefined ? '' : 'now'}
        data-title={fileTitle}
      >
        <Icon shape={Printer} />
        <span>Print</span>
      </button>
    </>
  );
}

import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../client/Icon';
import { PASTE_NOTE } from '../../shared/mailto';
import { CopyButton } from './CopyButton';

export interface LetterProps {
  readonly subject: string;
  readonly text: string;
}

interface Props extends LetterProps {
  readonly title: string;
  /** A link that opens the letter in a mail program. */
  readonly mail?: Pick<MailLinkProps, 'href' | 'isWithoutText'>;
  /** The name under which the tab keeps what the writer changes, for a page that is left and opened again. */
  readonly storedAs?: string;
  /** Beside the title. */
  readonly children?: ReactNode;
}

const TEXT_ID = 'letter-text';

/** A mail to edit and to send with another program. Its links follow the edited text only with JavaScript. */
export function Letter({ title, subject, text, mail, storedAs = '', children }: Props) {
  return (
    <section className="panel panel-body" aria-label={title} data-letter={storedAs}>
      <div className="between">
        <h2>{title}</h2>
        {children}
      </div>
      <div className="stack">
        <label htmlFor="letter-subject">Subject</label>
        <input id="letter-subject" defaultValue={subject} maxLength={200} autoComplete="off" />
        <label htmlFor={TEXT_ID}>Text</label>
        <textarea id={TEXT_ID} rows={13} defaultValue={text} />
      </div>
      <div className="actions">
        {mail === undefined ? null : (
          <MailLink {...mail} isPrimary>
            Open in your mail program
          </MailLink>
        )}
        <CopyButton kind="text" label="Copy text" from={TEXT_ID} />
        {mail === undefined ? null : <p className="hint">Nothing is sent by the portal.</p>}
      </div>
      {mail === undefined ? null : <PasteHint isShown={mail.isWithoutText} />}
      <p className="hint only-unscripted">
        JavaScript is off: your mail program opens with the original text, without your changes.
      </p>
    </section>
  );
}

/** Explains the links of its section that lack the text. A script updates it. */
export function PasteHint({ isShown }: { readonly isShown: boolean }) {
  return (
    <p className="hint" data-mail-too-long="" hidden={!isShown}>
      Links with “(paste the text)” open an email without the text, because it is too long for them. Copy the
      text, and paste it there.
    </p>
  );
}

interface MailLinkProps {
  readonly href: string;
  /** Whether the text is too long for the link. A script updates it. */
  readonly isWithoutText: boolean;
  readonly isPrimary?: boolean;
  readonly children: ReactNode;
}

/** Opens the letter of the page in a mail program. */
export function MailLink({ href, isWithoutText, isPrimary = false, children }: MailLinkProps) {
  return (
    <a className={isPrimary ? 'button primary' : 'button'} href={href} data-mail="">
      <Icon shape={Mail} />
      <span>
        {children}
        <span data-mail-paste="">{isWithoutText ? PASTE_NOTE : ''}</span>
      </span>
    </a>
  );
}

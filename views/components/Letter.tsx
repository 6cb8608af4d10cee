import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../client/Icon';
import { PASTE_NOTE } from '../../shared/mailto';
import { CopyButton } from './CopyButton';

export interface LetterProps {
  readonly subject: string;
  readonly text: string;
  /** Whether a link to the mail program lacks the text. A script updates it. */
  readonly isTooLong: boolean;
}

interface Props extends LetterProps {
  readonly title: string;
  /** Actions before the button that copies the text. */
  readonly children?: ReactNode;
}

const TEXT_ID = 'letter-text';

/** A mail to edit and to send with another program. Its links follow the edited text only with JavaScript. */
export function Letter({ title, subject, text, isTooLong, children }: Props) {
  return (
    <section className="panel panel-body" aria-label={title} data-letter="">
      <h2>{title}</h2>
      <div className="stack">
        <label htmlFor="letter-subject">Subject</label>
        <input id="letter-subject" defaultValue={subject} maxLength={200} autoComplete="off" />
        <label htmlFor={TEXT_ID}>Text</label>
        <textarea id={TEXT_ID} rows={15} defaultValue={text} />
      </div>
      <div className="actions">
        {children}
        <CopyButton kind="the text" label="Copy" from={TEXT_ID} />
        <p className="hint">Nothing is sent by the portal.</p>
      </div>
      <p className="hint" data-mail-too-long="" hidden={!isTooLong}>
        Links with “(paste the text)” open an email without the text, because it is too long for them. Copy
        the text, and paste it there.
      </p>
      <p className="hint only-unscripted">
        Without JavaScript, a mail program gets the text as it was before you edited it.
      </p>
    </section>
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

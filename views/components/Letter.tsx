import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon, SymbolIcon } from '../../client/Icon';
import { PASTE_NOTE } from '../../shared/mailto';
import { CopyButton } from './CopyButton';

export interface LetterProps {
  readonly subject: string;
  readonly text: string;
}

export interface MailProps {
  /** Opens the letter in a mail program; undefined if the addresses do not fit into a link, or there are none. */
  readonly link: MailLinkProps | undefined;
  /** The people who get it in Bcc. */
  readonly recipients?:
    | {
        readonly emails: string;
        /** For example: '149 addresses'. */
        readonly count: string;
      }
    | undefined;
}

interface Props extends LetterProps {
  readonly title: string;
  readonly mail: MailProps;
  /** The name under which the tab keeps what the writer changes, for a page that is left and opened again. */
  readonly storedAs?: string;
  /** Beside the title. */
  readonly choice?: ReactNode;
  /** Below the title. */
  readonly answer?: ReactNode;
  /** Below the buttons. */
  readonly children?: ReactNode;
}

const TEXT_ID = 'letter-text';
const RECIPIENTS_ID = 'letter-recipients';

/** A mail to edit and to send with another program. Its link follows the edited text only with JavaScript. */
export function Letter({ title, subject, text, mail, storedAs = '', choice, answer, children }: Props) {
  const { link } = mail;
  const people = mail.recipients;
  return (
    <section className="panel panel-body" aria-label={title} data-letter={storedAs}>
      <div className="between">
        <h2>{title}</h2>
        {choice}
      </div>
      {answer}
      <div className="stack">
        <label htmlFor="letter-subject">Subject</label>
        <input id="letter-subject" defaultValue={subject} maxLength={200} autoComplete="off" />
        <label htmlFor={TEXT_ID}>Text</label>
        <textarea id={TEXT_ID} rows={13} defaultValue={text} />
      </div>
      <div className="actions">
        {link === undefined ? null : <MailLink {...link} />}
        <CopyButton kind="text" label="Copy text" from={TEXT_ID} />
        {people === undefined ? null : (
          <CopyButton kind="addresses" label="Copy addresses" from={RECIPIENTS_ID} />
        )}
        <p className="hint">The portal does not send this for you.</p>
      </div>
      {link === undefined ? null : (
        <p className="hint" data-mail-too-long="" hidden={!link.isWithoutText}>
          The text is too long for a link. Copy it, open the email, and paste it.
        </p>
      )}
      {people === undefined ? null : (
        <>
          {link === undefined ? (
            <p className="hint">
              {people.count} do not fit into a link to your mail program. Copy the addresses, and paste them
              into Bcc.
            </p>
          ) : null}
          <details>
            <summary>
              <SymbolIcon name="chevron" />
              {people.count}
            </summary>
            <p id={RECIPIENTS_ID} dir="ltr" translate="no">
              {people.emails}
            </p>
          </details>
        </>
      )}
      {link === undefined ? null : (
        <p className="hint only-unscripted">
          JavaScript is off: your mail program opens with the original text, without your changes.
        </p>
      )}
      {children}
    </section>
  );
}

interface MailLinkProps {
  readonly href: string;
  /** Whether the text is too long for the link. A script updates it. */
  readonly isWithoutText: boolean;
}

/** Opens the letter of the page in a mail program. */
function MailLink({ href, isWithoutText }: MailLinkProps) {
  return (
    <a className="button primary" href={href} data-mail="">
      <Icon shape={Mail} />
      <span>
        Open in your mail program
        <span data-mail-paste="">{isWithoutText ? PASTE_NOTE : ''}</span>
      </span>
    </a>
  );
}

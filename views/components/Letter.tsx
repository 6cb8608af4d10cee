import { Mail } from 'lucide-react';
import { Icon, SymbolIcon } from '../../client/Icon';
import { PASTE_NOTE } from '../../shared/mailto';
import { CopyButton } from './CopyButton';

export interface LetterProps {
  readonly subject: string;
  readonly text: string;
}

export interface MailProps {
  /** Opens the letter in a mail program; undefined if nobody can be mailed. */
  readonly link: MailLinkProps | undefined;
  /** The people who get it in Bcc. */
  readonly recipients?:
    | {
        readonly emails: string;
        /** For example: '149 addresses'. */
        readonly count: string;
        /** Whether the link has them. */
        readonly isInLink: boolean;
      }
    | undefined;
}

const TEXT_ID = 'letter-text';
const RECIPIENTS_ID = 'letter-recipients';

/** A mail to edit. The element with `data-letter` is around it and its link, which follows the edited text only with JavaScript. */
export function LetterFields({ subject, text }: LetterProps) {
  return (
    <div className="stack">
      <label htmlFor="letter-subject">Subject</label>
      <input id="letter-subject" defaultValue={subject} maxLength={200} autoComplete="off" />
      <label htmlFor={TEXT_ID}>Text</label>
      <textarea id={TEXT_ID} rows={13} defaultValue={text} />
    </div>
  );
}

export function CopyLetter() {
  return <CopyButton kind="text" label="Copy text" from={TEXT_ID} />;
}

/** The buttons that open the mail and copy its addresses. If the link has no room for these, they come first. */
export function MailButtons({ link, recipients }: MailProps) {
  const copy = recipients && (
    <CopyButton
      kind={recipients.count}
      label={`Copy ${recipients.count}`}
      from={RECIPIENTS_ID}
      isPrimary={!recipients.isInLink}
    />
  );
  const open = link && <MailLink {...link} isPrimary={recipients?.isInLink !== false} />;
  return recipients?.isInLink ? [open, copy] : [copy, open];
}

/** What to know before the mail is sent. */
export function MailNotes({ link, recipients }: MailProps) {
  return (
    <>
      {link === undefined ? null : (
        <>
          {recipients?.isInLink === false ? (
            <p className="hint">Too many addresses for one link. Copy them, and put them in Bcc.</p>
          ) : null}
          <p className="hint" data-mail-too-long="" hidden={!link.isWithoutText}>
            The text is too long for a link. Copy it, open the email, and paste it.
          </p>
          <p className="hint only-unscripted">
            JavaScript is off, so your mail program opens with the original text, without your changes.
          </p>
        </>
      )}
      {recipients === undefined ? null : (
        <details>
          <summary>
            <SymbolIcon name="chevron" />
            {recipients.count}
          </summary>
          <p id={RECIPIENTS_ID} dir="ltr" translate="no">
            {recipients.emails}
          </p>
        </details>
      )}
    </>
  );
}

interface MailLinkProps {
  readonly href: string;
  /** Whether the text is too long for the link. A script updates it. */
  readonly isWithoutText: boolean;
}

/** Opens the letter of the page in a mail program. */
function MailLink({ href, isWithoutText, isPrimary }: MailLinkProps & { readonly isPrimary: boolean }) {
  return (
    <a className={isPrimary ? 'button primary' : 'button'} href={href} data-mail="">
      <Icon shape={Mail} />
      <span>
        Open in your mail program
        <span data-mail-paste="">{isWithoutText ? PASTE_NOTE : ''}</span>
      </span>
    </a>
  );
}

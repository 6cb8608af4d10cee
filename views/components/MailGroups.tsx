import { CopyButton } from './CopyButton';
import { MailLink } from './Letter';

/** The people who get one mail. */
export interface MailGroup {
  /** For instance 'People 1–50'. */
  readonly label: string;
  readonly href: string;
  readonly emails: string;
}

/** Links that open the letter of the page, each to a group of people, and their addresses to copy. */
export function MailGroups({ groups }: { readonly groups: readonly MailGroup[] }) {
  return (
    <>
      <p className="hint">Each opens a mail with up to 50 people in Bcc.</p>
      {groups.map(({ label, href, emails }, index) => {
        const id = `group-${index + 1}`;
        return (
          <div key={label} className="mail-group">
            <p className="actions">
              <MailLink href={href}>{label}</MailLink>
              <CopyButton kind={`the addresses of ${label.toLowerCase()}`} label="Copy" from={id} />
            </p>
            <details>
              <summary>
                Addresses<span className="visually-hidden"> of {label.toLowerCase()}</span>
              </summary>
              <bdi id={id} dir="ltr">
                {emails}
              </bdi>
            </details>
          </div>
        );
      })}
    </>
  );
}

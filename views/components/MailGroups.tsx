import { CopyButton } from './CopyButton';
import { MailLink, PasteHint } from './Letter';

/** The people who get one mail. */
export interface MailGroup {
  /** For instance 'People 1–50'. */
  readonly label: string;
  readonly href: string;
  readonly isWithoutText: boolean;
  readonly emails: string;
}

/** Links that open the letter of the page, each to a group of people, and their addresses to copy. */
export function MailGroups({ groups }: { readonly groups: readonly MailGroup[] }) {
  return (
    <>
      <p className="hint">Each link opens an email with these people in Bcc.</p>
      <ul className="mail-groups">
        {groups.map(({ label, href, isWithoutText }, index) => (
          <li key={label} className="actions">
            <MailLink href={href} isWithoutText={isWithoutText}>
              {label}
            </MailLink>
            <CopyButton
              kind={`the addresses of ${label.toLowerCase()}`}
              label="Copy"
              from={`group-${index + 1}`}
            />
          </li>
        ))}
      </ul>
      <PasteHint isShown={groups.some(({ isWithoutText }) => isWithoutText)} />
      <details>
        <summary>Addresses</summary>
        {groups.map(({ label, emails }, index) => (
          <p key={label}>
            <span className="hint">{label}</span>{' '}
            <bdi id={`group-${index + 1}`} dir="ltr">
              {emails}
            </bdi>
          </p>
        ))}
      </details>
    </>
  );
}

import { CircleCheck } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { CopyButton } from './CopyButton';
import { MailLink, PasteHint } from './Letter';

/** The people who get one mail. */
export interface MailGroup {
  /** For instance 'People 1–50'. */
  readonly label: string;
  /** For instance 'aarav.sharma to gustav.torres'. */
  readonly range: string;
  readonly href: string;
  readonly isWithoutText: boolean;
  readonly emails: string;
}

/** Links that open the letter of the page, each to a group of people. A script marks the groups that were opened. */
export function MailGroups({ groups }: { readonly groups: readonly MailGroup[] }) {
  return (
    <>
      <ul className="mail-groups">
        {groups.map(({ label, range, href, isWithoutText, emails }, index) => (
          <li key={label} className="between">
            <span>
              <span className="strong">{label}</span> <small>{range}</small>
            </span>
            <span className="actions">
              <span className="state ok mail-opened">
                <Icon shape={CircleCheck} />
                Opened
              </span>
              <CopyButton
                kind={`the addresses of ${label.toLowerCase()}`}
                label="Copy"
                from={`group-${index + 1}`}
              />
              <MailLink href={href} isWithoutText={isWithoutText} isPrimary={index === 0}>
                <span data-mail-name="">Open mail</span>
                <span className="visually-hidden"> to {label.toLowerCase()}</span>
              </MailLink>
            </span>
            <bdi id={`group-${index + 1}`} dir="ltr" hidden>
              {emails}
            </bdi>
          </li>
        ))}
      </ul>
      <PasteHint isShown={groups.some(({ isWithoutText }) => isWithoutText)} />
    </>
  );
}

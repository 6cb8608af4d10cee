import { paths } from '../../shared/paths';
import { SandboxPage, TwoColumns } from './SandboxPage';
import type { Account, Email } from './store';

interface InboxPageProps {
  /** Newest first. */
  emails: Email[];
  accounts: Account[];
  /** The active faults, as sentences. */
  faults: readonly string[];
}

/** The sandbox's inbox, with the accounts that can sign in. */
export const InboxPage = ({ emails, accounts, faults }: InboxPageProps) => (
  <SandboxPage title="Sandbox inbox" faults={faults}>
    <h1>Mail from the sandbox</h1>
    <p className="muted">
      Nothing here has left this machine. Outside the sandbox, the same emails reach the administrator’s own
      inbox.
    </p>
    {emails.length === 0 ? <NoEmail /> : <EmailList emails={emails} />}
    <h2>Who can sign in</h2>
    <p className="muted">
      Enter one of these addresses on the <a href={paths.login}>sign-in page</a>. The link arrives here.
    </p>
    <TwoColumns
      headings={['Address', 'Shows']}
      rows={accounts.map(({ email, company, summary }) => [
        email,
        <>
          <code>{email}</code>
          <small>{company}</small>
        </>,
        summary,
      ])}
    />
  </SandboxPage>
);

const NoEmail = () => (
  <div className="panel notice">
    <strong>No mail yet</strong>
    <p>Request a sign-in link on the sign-in page, then come back and refresh.</p>
    <a className="button primary" href={paths.login}>
      Go to the sign-in page
    </a>
  </div>
);

const EmailList = ({ emails }: { emails: Email[] }) => (
  <ol className="email-list">
    {emails.map((email, index) => (
      <li className="panel" key={email.id}>
        <details open={index === 0}>
          <summary>
            <strong className="subject">{email.subject}</strong> <small>{formatTime(email.sentAt)}</small>
            <small>
              To <bdi>{email.to}</bdi>
            </small>
          </summary>
          <EmailBody email={email} />
        </details>
      </li>
    ))}
  </ol>
);

const EmailBody = ({ email: { id, text, link, attachment } }: { email: Email }) => (
  <div className="panel-body">
    <p className="text">{text}</p>
    {link === undefined ? null : (
      <>
        <a className="button primary" href={link}>
          Sign in to the portal
        </a>
        <small>
          Or open this address in the browser that requested it: <code>{link}</code>
        </small>
      </>
    )}
    {attachment === undefined ? null : (
      <a className="button" href={`/sandbox/inbox/${id}/attachment`} download>
        Download {attachment.fileName}
      </a>
    )}
  </div>
);

// The sandbox runs on the developer's machine, so its time zone is right.
const formatTime = (time: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' }).format(time);

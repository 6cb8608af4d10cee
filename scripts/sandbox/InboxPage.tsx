import { paths } from '../../shared/paths';
import { SandboxPage, TwoColumns } from './SandboxPage';
import type { Account, Email } from './store';

interface InboxPageProps {
  /** The recipient of the emails; undefined for all. */
  to: string | undefined;
  /** Newest first. */
  emails: Email[];
  accounts: Account[];
  /** The active faults, as sentences. */
  faults: readonly string[];
}

/** The sandbox's inbox, with the accounts that can sign in. */
export const InboxPage = ({ to, emails, accounts, faults }: InboxPageProps) => (
  <SandboxPage title="Sandbox inbox" faults={faults}>
    <h1>Mail from the sandbox</h1>
    <p className="muted">
      Nothing here has left this machine. Outside the sandbox, the same emails reach the administrator’s own
      inbox.
    </p>
    <form className="actions">
      <label htmlFor="to">Show mail to</label>
      <input id="to" name="to" defaultValue={to} list="addresses" placeholder="all accounts" />
      <datalist id="addresses">
        {accounts.map(({ email }) => (
          <option key={email} value={email} />
        ))}
      </datalist>
      <button className="button" type="submit">
        {to === undefined ? 'Refresh' : 'Show'}
      </button>
      {to === undefined ? null : (
        <a className="button" href="/sandbox/inbox">
          Show all
        </a>
      )}
    </form>
    {emails.length === 0 ? <NoEmail to={to} /> : <EmailList emails={emails} />}
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

const NoEmail = ({ to }: { to: string | undefined }) => (
  <div className="panel notice">
    <strong>{to === undefined ? 'No mail yet' : 'No mail to this address'}</strong>
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
      <>
        <a className="button" href={`/sandbox/inbox/${id}/attachment`} download>
          Download {attachment.fileName}
        </a>
        {/* It scrolls horizontally. Chromium and Firefox make that focusable themselves. */}
        <pre>{previewOf(attachment.content)}</pre>
      </>
    )}
  </div>
);

const PREVIEW_LINES = 20;

/** The first lines of a file, and how many more there are. */
function previewOf(content: string): string {
  const lines = content.trimEnd().split('\r\n');
  const hidden = lines.length - PREVIEW_LINES;
  return [...lines.slice(0, PREVIEW_LINES), ...(hidden > 0 ? [`… and ${hidden} more lines`] : [])].join('\n');
}

// The sandbox runs on the developer's machine, so its time zone is right.
const formatTime = (time: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' }).format(time);

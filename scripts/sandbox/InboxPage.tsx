import { Mail as MailIcon } from 'lucide-react';
import { paths } from '../../shared/paths';
import { SandboxPage } from './SandboxPage';
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
  <SandboxPage title="Sandbox inbox" other={{ href: '/sandbox/faults', label: 'Faults' }} faults={faults}>
    <section aria-labelledby="emails">
      <h1 id="emails">Mail from the sandbox</h1>
      <p className="muted">
        Nothing here has left this machine. Outside the sandbox, the same emails reach the administrator’s own
        inbox.
      </p>
      <Filter to={to} count={emails.length} accounts={accounts} />
      {emails.length === 0 ? <NoEmail to={to} /> : <EmailList emails={emails} />}
    </section>
    <section aria-labelledby="accounts">
      <h2 id="accounts">Who can sign in</h2>
      <p className="muted">
        Enter one of these addresses on the <a href={paths.login}>sign-in page</a>. The link arrives here.
      </p>
      <AccountTable accounts={accounts} />
    </section>
  </SandboxPage>
);

const Filter = ({ to, count, accounts }: { to: string | undefined; count: number; accounts: Account[] }) => (
  <form className="filter" action="/sandbox/inbox">
    <label htmlFor="to">Show mail to</label>
    <input
      id="to"
      name="to"
      defaultValue={to}
      list="addresses"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="all accounts"
    />
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
    <p className="muted count">{count === 1 ? '1 email' : `${count} emails`}</p>
  </form>
);

const NoEmail = ({ to }: { to: string | undefined }) => (
  <div className="card empty">
    <MailIcon size={32} className="muted" />
    <p>
      <strong>{to === undefined ? 'No mail yet' : 'No mail to this address'}</strong>
    </p>
    <p className="muted">Request a sign-in link on the sign-in page, then come back and refresh.</p>
    <a className="button primary" href={paths.login}>
      Go to the sign-in page
    </a>
  </div>
);

const EmailList = ({ emails }: { emails: Email[] }) => (
  <ol className="card email-list">
    {emails.map((email, index) => (
      <li key={email.id}>
        <details open={index === 0}>
          <summary>
            <span className="subject">{email.subject}</span>
            <time dateTime={new Date(email.sentAt).toISOString()}>{formatTime(email.sentAt)}</time>
            <span className="to">
              To <bdi>{email.to}</bdi>
            </span>
          </summary>
          <EmailBody email={email} />
        </details>
      </li>
    ))}
  </ol>
);

const EmailBody = ({ email }: { email: Email }) => (
  <div className="body">
    {email.text.split('\n\n').map(paragraph => (
      <p key={paragraph}>{paragraph}</p>
    ))}
    {email.link === undefined ? null : (
      <>
        <p>
          <a className="button primary large" href={email.link}>
            Sign in to the portal
          </a>
        </p>
        <p className="muted small">
          Or open this address in the browser that requested it:
          <br />
          <code>{email.link}</code>
        </p>
      </>
    )}
    {email.attachment === undefined ? null : (
      <p>
        <a className="button" href={`/sandbox/inbox/${email.id}/attachment`} download>
          Download {email.attachment.fileName}
        </a>
      </p>
    )}
    <Preview rows={email.preview ?? []} />
  </div>
);

const Preview = ({ rows: [headings, ...rows] }: { rows: string[][] }) =>
  headings === undefined ? null : (
    // It scrolls horizontally. Chromium and Firefox make that focusable themselves.
    <section className="preview" aria-label="Beginning of the attachment">
      <table>
        <caption>The first rows</caption>
        <thead>
          <tr>
            {headings.map(heading => (
              <th key={heading} scope="col" dir="auto">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row[0]}>
              {row.map((field, index) => (
                <td key={headings[index]} dir="auto">
                  {field}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );

const AccountTable = ({ accounts }: { accounts: Account[] }) => (
  <table className="card accounts">
    <thead>
      <tr>
        <th scope="col">Address</th>
        <th scope="col">Shows</th>
      </tr>
    </thead>
    <tbody>
      {accounts.map(({ email, company, summary }) => (
        <tr key={email}>
          <td>
            <code>{email}</code>
            <br />
            <span className="muted small">{company}</span>
          </td>
          <td>{summary}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

// The sandbox runs on the developer's machine, so its time zone is right.
const formatTime = (time: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' }).format(time);

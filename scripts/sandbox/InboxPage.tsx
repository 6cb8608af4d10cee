import { Mail as MailIcon } from 'lucide-react';
import { paths } from '../../shared/paths';
import { SandboxPage } from './SandboxPage';
import type { Account, Mail } from './store';

export interface InboxPageProps {
  /** The recipient of the emails; undefined for all. */
  to: string | undefined;
  /** Newest first. */
  mails: Mail[];
  accounts: Account[];
  /** The active faults, as sentences. */
  faults: readonly string[];
}

/** The sandbox's inbox, with the accounts that can sign in. */
export const InboxPage = ({ to, mails, accounts, faults }: InboxPageProps) => (
  <SandboxPage title="Sandbox inbox" other={{ href: '/sandbox/faults', label: 'Faults' }} faults={faults}>
    <section aria-labelledby="mails">
      <h1 id="mails">Mail from the sandbox</h1>
      <p className="muted">
        Nothing here has left this machine. Outside the sandbox, the same mails reach the administrator’s own
        inbox.
      </p>
      <Filter to={to} count={mails.length} accounts={accounts} />
      {mails.length === 0 ? <NoMail to={to} /> : <MailList mails={mails} />}
    </section>
    <section aria-labelledby="accounts">
      <h2 id="accounts">Who can sign in</h2>
      <p className="muted">
        Give one of these addresses on the <a href={paths.login}>sign-in page</a>. The link arrives here.
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
    <button type="submit">{to === undefined ? 'Refresh' : 'Show'}</button>
    {to === undefined ? null : (
      <a className="button" href="/sandbox/inbox">
        Show all
      </a>
    )}
    <p className="muted count">{count === 1 ? '1 mail' : `${count} mails`}</p>
  </form>
);

const NoMail = ({ to }: { to: string | undefined }) => (
  <div className="card empty">
    <MailIcon size={20} />
    <p>
      <strong>{to === undefined ? 'No mail yet' : 'No mail to this address'}</strong>
    </p>
    <p className="muted">Request a sign-in link on the sign-in page, then come back and refresh.</p>
    <a className="button primary" href={paths.login}>
      Go to the sign-in page
    </a>
  </div>
);

const MailList = ({ mails }: { mails: Mail[] }) => (
  <ol className="card mails">
    {mails.map((mail, index) => (
      <li key={mail.id}>
        <details open={index === 0}>
          <summary>
            <span className="subject">{mail.subject}</span>
            <time dateTime={mail.sentAt.toISOString()}>{formatTime(mail.sentAt)}</time>
            <span className="to">
              To <bdi>{mail.to}</bdi>
            </span>
          </summary>
          <MailBody mail={mail} />
        </details>
      </li>
    ))}
  </ol>
);

const MailBody = ({ mail }: { mail: Mail }) => (
  <div className="body">
    {mail.text.split('\n\n').map(paragraph => (
      <p key={paragraph}>{paragraph}</p>
    ))}
    {mail.link === null ? null : (
      <>
        <p>
          <a className="button primary large" href={mail.link}>
            Sign in to the portal
          </a>
        </p>
        <p className="muted small">
          Or open this address in the browser that asked for it:
          <br />
          <span className="address">{mail.link}</span>
        </p>
      </>
    )}
    {mail.attachmentName === null ? null : (
      <p>
        <a className="button" href={`/sandbox/inbox/${mail.id}/attachment`} download>
          Download {mail.attachmentName}
        </a>
      </p>
    )}
    <Preview rows={mail.preview} />
  </div>
);

const Preview = ({ rows: [headings, ...rows] }: { rows: string[][] }) =>
  headings === undefined ? null : (
    // It scrolls horizontally. Chromium and Firefox make that focusable themselves.
    <section className="preview" aria-label="Beginning of the attachment">
      <table>
        <caption>How it begins</caption>
        <thead>
          <Cells tag="th" columns={headings} fields={headings} />
        </thead>
        <tbody>
          {rows.map(row => (
            <Cells key={row[0]} tag="td" columns={headings} fields={row} />
          ))}
        </tbody>
      </table>
    </section>
  );

interface CellsProps {
  readonly tag: 'th' | 'td';
  /** The unique headings of all columns. */
  readonly columns: readonly string[];
  readonly fields: readonly string[];
}

const Cells = ({ tag: Tag, columns, fields }: CellsProps) => (
  <tr>
    {fields.map((field, index) => (
      <Tag key={columns[index]} scope={Tag === 'th' ? 'col' : undefined} dir="auto">
        {field}
      </Tag>
    ))}
  </tr>
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
const formatTime = (time: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' }).format(time);

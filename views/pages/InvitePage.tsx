import { Download, Send } from 'lucide-react';
import { Alert, Failure, LinkAlert, type LinkAlertProps } from '../components/Alert';
import { CopyButton } from '../components/CopyButton';
import { invalidField } from '../components/invalid-field';
import {
  CopyLetter,
  LetterFields,
  type LetterProps,
  MailButtons,
  MailNotes,
  type MailProps,
} from '../components/Letter';
import { LinkButton } from '../components/LinkButton';
import { Notice } from '../components/Notice';
import { PostForm } from '../components/PostForm';
import { Island } from '../Island';
import { Layout, type PageProps } from '../Layout';

export interface QrCodeProps {
  /** The number of modules on each side, with the empty edge. */
  readonly size: number;
  /** The dark modules, as a path. */
  readonly path: string;
  readonly label: string;
}

/** Nothing invites to a product without purchased licenses; its people and its code would be useless. */
export type InviteContent =
  | ({ readonly state: 'not purchased'; readonly title: string; readonly requestHref: string } & Choices)
  | ({ readonly state: 'ready' } & Invitation);

interface Choices {
  /** The products to invite people to; empty if there is only one. */
  readonly choices: readonly { readonly label: string; readonly href: string; readonly isCurrent: boolean }[];
}

interface Invitation extends Choices {
  /** Shown if the backend failed. */
  readonly problem: { readonly message: string; readonly retryHref: string } | undefined;
  /** Shown if there is nothing to hand out. More can be requested on the page of the product. */
  readonly noneLeft: { readonly text: string; readonly href: string } | undefined;
  readonly recipients: RecipientsProps;
  readonly answer: InvitationAnswer | undefined;
  readonly letter: LetterProps;
  readonly mail: MailProps;
  /** The corporate code of Lead Capture. */
  readonly code: string | undefined;
  readonly appUrl: string;
  readonly qrCode: QrCodeProps;
  readonly qrCodeHref: string;
}

interface RecipientsProps {
  readonly action: string;
  /** The pasted text. */
  readonly text: string;
  /** Why the text was not read. */
  readonly problem: string | undefined;
}

/** The people of the list who get the letter. */
export interface InvitationAnswer {
  /** For example: '3 new'. */
  readonly count: string;
  /** For example: '2 at acme.example, 1 at acme.exmaple'; '' for nobody. */
  readonly domains: string;
  /** For example: '1 has a license already.' */
  readonly rest: string;
  /** The list, compared with everyone. */
  readonly listHref: string;
  readonly notes: readonly string[];
  /** Says that more must be requested. */
  readonly tooMany: Omit<LinkAlertProps, 'kind'> | undefined;
}

/** A letter that invites people to claim a license or a card, and other ways to hand out the app. */
export function InvitePage({ layout, content }: PageProps<InviteContent>) {
  if (content.state === 'not purchased') {
    return (
      <Layout {...layout}>
        <Segments choices={content.choices} />
        <Notice
          icon={Send}
          title={content.title}
          text="You can invite people once some are purchased."
          href={content.requestHref}
          label="Request Licenses"
        />
      </Layout>
    );
  }
  const { problem, noneLeft, choices, recipients, answer, letter, mail, code, appUrl, qrCode } = content;
  return (
    <Layout {...layout}>
      {problem === undefined ? null : (
        <Failure
          text={`${problem.message}. The invitation works without it.`}
          retryHref={problem.retryHref}
        />
      )}
      {noneLeft === undefined ? null : (
        <LinkAlert kind="info" text={noneLeft.text} label="Request more" href={noneLeft.href} />
      )}
      <div className="two-columns">
        <Recipients {...recipients} />
        <section className="panel panel-body letter" aria-labelledby="invitation" data-letter="">
          <div className="between">
            <h2 id="invitation">Invitation</h2>
            <Segments choices={choices} />
          </div>
          {answer && <Answer {...answer} />}
          <LetterFields {...letter} />
          <div className="actions">
            <MailButtons {...mail} />
            <CopyLetter />
            <p className="hint">The portal does not send this for you.</p>
          </div>
          <MailNotes {...mail} />
        </section>
        <section className="panel panel-body" aria-label="Share">
          <h2>{code ? 'Share this code' : 'Share the app'}</h2>
          {code ? (
            <>
              <div className="actions">
                <code translate="no" className="badge">
                  {code}
                </code>
                <CopyButton kind={`corporate code ${code}`} label="Copy" />
              </div>
              <p className="hint">Share this code with users to claim licenses</p>
              <hr />
            </>
          ) : null}
          <h3>QR code for the app</h3>
          <QrCode {...qrCode} />
          <div className="actions">
            <Island name="CopyDownloadLink" props={{ href: appUrl }} />
            <LinkButton variant="small" href={content.qrCodeHref} icon={Download} label="Download QR code" />
          </div>
        </section>
      </div>
    </Layout>
  );
}

function Recipients({ action, text, problem }: RecipientsProps) {
  return (
    <section className="panel panel-body" aria-label="People to invite" id="recipients">
      <h2>
        <label htmlFor="people">People to invite</label>
      </h2>
      <PostForm action={action} className="stack">
        <p className="hint" id="people-hint">
          Paste email addresses, an email or a table. We check who is new.
        </p>
        {problem === undefined ? null : (
          <Alert kind="error" id="problem">
            {problem}
          </Alert>
        )}
        <textarea
          id="people"
          name="people"
          className="few-lines"
          rows={5}
          aria-describedby="people-hint"
          spellCheck={false}
          defaultValue={text}
          {...(problem !== undefined && invalidField)}
        />
        <div className="actions">
          <button type="submit" className="button" data-busy-label="Checking...">
            <span>See who is new</span>
          </button>
        </div>
      </PostForm>
    </section>
  );
}

function Answer({ count, domains, rest, listHref, notes, tooMany }: InvitationAnswer) {
  return (
    <div className="box">
      <p id="answer" role="status" tabIndex={-1}>
        <strong>{domains === '' ? `${count}.` : `${count}:`}</strong>
        {domains === '' ? ' ' : ` ${domains}. `}
        {rest} <a href={listHref}>See the list</a>
      </p>
      {notes.map(note => (
        <p key={note} className="hint">
          {note}
        </p>
      ))}
      {tooMany === undefined ? null : <LinkAlert kind="info" {...tooMany} />}
    </div>
  );
}

function Segments({ choices }: Choices) {
  if (choices.length === 0) return null;
  return (
    <nav className="segments" aria-label="Product">
      {choices.map(({ label, href, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}

/** A QR code, black on white even in the dark theme, because some readers cannot read inverted ones. */
function QrCode({ size, path, label }: QrCodeProps) {
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      width="248"
      height="248"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}

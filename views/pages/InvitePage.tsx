import { Download, Send } from 'lucide-react';
import { paths } from '../../shared/paths';
import { Failure, LinkAlert } from '../components/Alert';
import { CopyButton } from '../components/CopyButton';
import { Letter, type LetterProps, type MailProps } from '../components/Letter';
import { LinkButton } from '../components/LinkButton';
import { Notice } from '../components/Notice';
import { QrCode, type QrCodeProps } from '../components/QrCode';
import { Island } from '../Island';
import { Layout, type PageProps } from '../Layout';

export interface InviteContent {
  /** The products to invite people to; empty if there is only one. */
  readonly choices: readonly { readonly label: string; readonly href: string; readonly isCurrent: boolean }[];
  /** Shown if the backend failed. */
  readonly problem: { readonly message: string; readonly retryHref: string } | undefined;
  /** Shown if there is nothing to hand out. More can be requested on the page of the product. */
  readonly noneLeft: { readonly text: string; readonly href: string } | undefined;
  readonly letter: LetterProps;
  readonly mail: MailProps;
  /** The corporate code of Lead Capture. */
  readonly code: string | undefined;
  /** The URL of the app, for copying. */
  readonly appUrl: string;
  readonly qrCode: QrCodeProps;
  readonly qrCodeHref: string;
}

/** A letter that invites people to claim a license or a card, and other ways to hand out the app. */
export function InvitePage({ layout, content }: PageProps<InviteContent | 'unknown' | 'no access'>) {
  if (content === 'unknown') return <Layout {...layout} />;
  if (content === 'no access') {
    return (
      <Layout {...layout}>
        <Notice
          icon={Send}
          title="Nobody to invite"
          text="Your company has neither Lead Capture nor Digital Business Cards."
          href={paths.dashboard}
          label="Go to the dashboard"
        />
      </Layout>
    );
  }
  const { problem, noneLeft } = content;
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
      <Invitation {...content} />
    </Layout>
  );
}

function Invitation({ choices, letter, mail, code, appUrl, qrCode, qrCodeHref }: InviteContent) {
  return (
    <div className="invite">
      <Letter title="Invitation" {...letter} mail={mail}>
        {choices.length === 0 ? null : (
          <nav className="segments" aria-label="Product">
            {choices.map(({ label, href, isCurrent }) => (
              <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
                {label}
              </a>
            ))}
          </nav>
        )}
      </Letter>
      <div>
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
            </>
          ) : null}
          <hr />
          <h3>QR code of the app link</h3>
          <QrCode {...qrCode} />
          <div className="actions">
            <Island name="CopyDownloadLink" props={{ href: appUrl }} />
            <LinkButton variant="small" href={qrCodeHref} icon={Download} label="Download QR code" />
          </div>
        </section>
      </div>
    </div>
  );
}

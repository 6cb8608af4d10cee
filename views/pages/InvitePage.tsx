import { Download, Send } from 'lucide-react';
import { paths } from '../../shared/paths';
import { Failure, LinkAlert } from '../components/Alert';
import { CopyButton } from '../components/CopyButton';
import { Letter, type LetterProps } from '../components/Letter';
import { LinkButton } from '../components/LinkButton';
import { type MailGroup, MailGroups } from '../components/MailGroups';
import { Notice } from '../components/Notice';
import { PrintButton } from '../components/PrintButton';
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
  readonly mail: Pick<MailGroup, 'href' | 'isWithoutText'>;
  /** The people who have only the other product, if the page is about them. */
  readonly missing: MissingPeopleProps | undefined;
  /** The corporate code of Lead Capture. */
  readonly code: string | undefined;
  /** The URL of the app, for copying. */
  readonly appUrl: string;
  readonly qrCode: QrCodeProps;
  readonly qrCodeHref: string;
  /** The sheet that is printed. */
  readonly sheet: SheetProps;
}

interface SheetProps {
  readonly title: string;
  readonly steps: readonly string[];
  /** The address of the app without “https://”. */
  readonly shortUrl: string;
}

export type MissingPeopleProps = {
  /** For instance 'People without a card'. */
  readonly title: string;
  /** The URL of the list of the people. */
  readonly listHref: string;
} & (
  | { readonly problem: { readonly message: string; readonly retryHref: string } }
  | {
      readonly problem: undefined;
      readonly count: string;
      /** Says that not all of them are shown. */
      readonly cut: string | undefined;
      readonly groups: readonly MailGroup[];
      /** Names the people without a usable address. */
      readonly unreached: string | undefined;
    }
);

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
    <Layout {...layout} actions={<PrintButton />}>
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
      <Sheet company={layout.company} {...content} />
    </Layout>
  );
}

function Invitation({ choices, letter, mail, missing, code, appUrl, qrCode, qrCodeHref }: InviteContent) {
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
        {missing === undefined ? null : <MissingPeople {...missing} />}
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
            <LinkButton variant="small" href={qrCodeHref} icon={Download} label="Save as SVG" />
          </div>
        </section>
      </div>
    </div>
  );
}

/** One sheet of A4 or Letter for the wall: the page on paper. */
function Sheet({ company, sheet, qrCode, code }: InviteContent & { readonly company: string }) {
  return (
    <section className="sheet" aria-hidden="true">
      <div>
        <p className="strong">{company}</p>
        <h2>{sheet.title}</h2>
      </div>
      <div className="sheet-scan">
        <QrCode {...qrCode} />
        <ol>
          {sheet.steps.map(step => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <p className="sheet-foot">
        <span>
          {code ? (
            <>
              Corporate Code <code translate="no">{code}</code>
            </>
          ) : null}
        </span>
        <bdi translate="no">{sheet.shortUrl}</bdi>
      </p>
    </section>
  );
}

function MissingPeople({ title, listHref, ...people }: MissingPeopleProps) {
  return (
    <section className="panel panel-body" aria-label={title}>
      <h2>
        {title} {people.problem === undefined ? <span className="hint">{people.count}</span> : null}
      </h2>
      {people.problem === undefined ? (
        <>
          {people.groups.length === 0 ? null : <MailGroups groups={people.groups} />}
          {people.unreached === undefined ? null : <p>{people.unreached}</p>}
          {people.cut === undefined ? null : <p>{people.cut}</p>}
        </>
      ) : (
        <Failure text={people.problem.message} retryHref={people.problem.retryHref} />
      )}
      <p>
        <a href={listHref}>Show them in People</a>
      </p>
    </section>
  );
}

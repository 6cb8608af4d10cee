import { Alert } from '../components/Alert';
import {
  CopyLetter,
  LetterFields,
  type LetterProps,
  MailButtons,
  MailNotes,
  type MailProps,
} from '../components/Letter';
import { LinkButton } from '../components/LinkButton';
import { NoReview, type NoReviewProps } from '../components/NoReview';
import { Layout, type PageProps } from '../Layout';

export type AskFirstContent = NoReviewProps | ({ readonly state: 'ready' } & AskFirstProps);

interface AskFirstProps {
  /** For example: '149 people whose Lead Capture license had no leads in 30 days'. */
  readonly summary: string;
  readonly review: string;
  readonly letter: LetterProps;
  readonly mail: MailProps;
  /** Names the people without a usable address. */
  readonly unreached: string | undefined;
  readonly fileHref: string;
  readonly reviewHref: string;
  /** The page that has these people again in a week. */
  readonly list: { readonly href: string; readonly label: string; readonly again: string };
}

/** A letter that asks people whether they still need their licenses and cards. */
export function AskFirstPage({ layout, content }: PageProps<AskFirstContent>) {
  if (content.state !== 'ready') {
    return (
      <Layout {...layout}>
        <NoReview {...content} />
      </Layout>
    );
  }
  const { review, letter, mail, unreached, fileHref, reviewHref, list } = content;
  return (
    <Layout {...layout} actions={<LinkButton href={reviewHref} label="Review removal" />}>
      {unreached === undefined ? null : <Alert kind="info">{unreached}</Alert>}
      <div className="two-columns" data-letter={review}>
        <section className="panel panel-body" aria-labelledby="message">
          <h2 id="message">Your message</h2>
          <LetterFields {...letter} />
          <div className="actions">
            <CopyLetter />
          </div>
        </section>
        <div>
          <section className="panel panel-body" aria-labelledby="send">
            <h2 id="send">Send it</h2>
            <p className="muted">The portal does not send this for you.</p>
            <div className="stack">
              <MailButtons {...mail} />
            </div>
            <MailNotes {...mail} />
            <hr />
            <p>
              <a href={fileHref} data-export="" data-busy-label="Exporting...">
                <span>CSV for mail merge</span>
              </a>
            </p>
          </section>
          <section className="panel panel-body" aria-labelledby="answers">
            <h2 id="answers">When the answers are in</h2>
            <p>{list.again}, and paste the replies under “Leave out everyone who has answered”.</p>
            <p>
              <a href={list.href}>{list.label}</a>
            </p>
          </section>
        </div>
      </div>
    </Layout>
  );
}

import { Alert } from '../components/Alert';
import { Letter, type LetterProps, type MailProps } from '../components/Letter';
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
  /** The list of these people, which still works in a week. */
  readonly list: { readonly href: string; readonly label: string };
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
      <div className="column">
        {unreached === undefined ? null : <Alert kind="info">{unreached}</Alert>}
        <Letter title="Your message" {...letter} mail={mail} storedAs={review}>
          <p>
            <a href={fileHref} data-export="" data-busy-label="Exporting...">
              <span>CSV for mail merge</span>
            </a>
          </p>
        </Letter>
        <section className="panel panel-body" aria-labelledby="answers">
          <h2 id="answers">When the answers are in</h2>
          <p>Review these people again, and paste the replies under “Leave out everyone who has answered”.</p>
          <p>
            <a href={list.href}>{list.label}</a>
          </p>
        </section>
      </div>
    </Layout>
  );
}

import { Alert } from '../components/Alert';
import { Letter, type LetterProps, type MailProps } from '../components/Letter';
import { LinkButton } from '../components/LinkButton';
import { NoReview, type NoReviewProps } from '../components/NoReview';
import { Layout, type PageProps } from '../Layout';

export type AskFirstContent = NoReviewProps | ({ readonly state: 'ready' } & AskFirstProps);

interface AskFirstProps {
  /** For example: '149 people whose Lead Capture license is idle'. */
  readonly summary: string;
  readonly review: string;
  readonly letter: LetterProps;
  readonly mail: MailProps;
  /** Names the people without a usable address. */
  readonly unreached: string | undefined;
  readonly fileHref: string;
  readonly reviewHref: string;
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
  const { review, letter, mail, unreached, fileHref, reviewHref } = content;
  return (
    <Layout {...layout} actions={<LinkButton href={reviewHref} label="Review removal" />}>
      <div className="column">
        {unreached === undefined ? null : <Alert kind="info">{unreached}</Alert>}
        <Letter title="The letter" {...letter} mail={mail} storedAs={review}>
          <p>
            <a href={fileHref} data-export="" data-busy-label="Exporting...">
              <span>CSV for mail merge</span>
            </a>
          </p>
          <p className="hint">
            When you have the answers, paste them into the review of this selection, under “Leave out people
            who have answered”. The selection is kept for 30 minutes. After that, select the people again.
          </p>
        </Letter>
      </div>
    </Layout>
  );
}

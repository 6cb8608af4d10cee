import { Alert } from '../components/Alert';
import { Letter, type LetterProps } from '../components/Letter';
import { LinkButton } from '../components/LinkButton';
import { type MailGroup, MailGroups } from '../components/MailGroups';
import { Unreviewable, type UnusableReview } from '../components/Unreviewable';
import { Layout, type PageProps } from '../Layout';

export type AskFirstContent = UnusableReview | ({ readonly state: 'ready' } & AskFirstProps);

interface AskFirstProps {
  /** For instance '149 people whose Lead Capture license is idle'. */
  readonly summary: string;
  /** The ID of the review. */
  readonly review: string;
  readonly letter: LetterProps;
  readonly groups: readonly MailGroup[];
  /** Names the people without a usable address. */
  readonly unreached: string | undefined;
  readonly fileHref: string;
  /** For instance '149 addresses'. */
  readonly count: string;
  readonly reviewHref: string;
}

/** A letter that asks people whether they still need what would be removed. */
export function AskFirstPage({ layout, content }: PageProps<AskFirstContent>) {
  if (content.state !== 'ready') {
    return (
      <Layout {...layout}>
        <Unreviewable {...content} />
      </Layout>
    );
  }
  const { review, letter, groups, unreached, fileHref, count, reviewHref } = content;
  return (
    <Layout {...layout} actions={<LinkButton href={reviewHref} label="Review removal" />}>
      <div className="column">
        {unreached === undefined ? null : <Alert kind="info">{unreached}</Alert>}
        <Letter title="The letter" {...letter} storedAs={review} />
        <section className="panel panel-body" aria-label="The mails">
          <h2>The mails</h2>
          <p className="muted">
            Each opens in your own mail program with up to 50 people in Bcc. The portal sends nothing.
          </p>
          <MailGroups groups={groups} />
          <p className="actions">
            <a href={fileHref} data-export="" data-busy-label="Exporting...">
              CSV for mail merge
            </a>
            <span className="hint">{count}</span>
          </p>
          <p className="hint">
            This selection is kept for 30 minutes. When you have the answers, select the people again.
          </p>
        </section>
      </div>
    </Layout>
  );
}

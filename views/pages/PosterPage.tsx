import { FailedSection } from '../components/FailedSection';
import { LinkButton } from '../components/LinkButton';
import { PrintButton } from '../components/PrintButton';
import { QrCode, type QrCodeProps } from '../components/QrCode';
import { Brand } from '../Header';
import { Layout, type PageProps } from '../Layout';

export interface PosterContent {
  readonly headline: readonly string[];
  readonly qrCode: QrCodeProps;
  readonly steps: readonly string[];
  /** The corporate code; undefined or empty for none. */
  readonly code: string | undefined;
  readonly appUrl: string;
  readonly backHref: string;
}

/** Why there is no poster. */
export interface PosterProblem {
  readonly problem: string;
  readonly retryHref: string;
  readonly backHref: string;
}

/** A sheet of paper that invites people to get the app. Only the sheet is printed. */
export function PosterPage({ layout, content }: PageProps<PosterContent | PosterProblem>) {
  if ('problem' in content) {
    const { problem, retryHref } = content;
    return (
      <Layout {...layout} actions={<LinkButton href={content.backHref} label="Back to the invitation" />}>
        <FailedSection title="Poster" message={problem} retryHref={retryHref} />
      </Layout>
    );
  }
  const { headline, qrCode, steps, code, appUrl, backHref } = content;
  return (
    <Layout
      {...layout}
      actions={
        <>
          <LinkButton href={backHref} label="Back to the invitation" />
          <PrintButton />
        </>
      }
    >
      <section className="panel poster" aria-label="Poster">
        <div>
          <Brand name={layout.company} />
          <h2>
            {headline.map(line => (
              <span key={line}>{line} </span>
            ))}
          </h2>
          <div className="poster-scan">
            <QrCode {...qrCode} />
            <ol>
              {steps.map(step => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </div>
          <p className="poster-foot">
            {code ? (
              <span>
                Corporate Code <code>{code}</code>
              </span>
            ) : null}
            <bdi>{appUrl}</bdi>
          </p>
        </div>
      </section>
    </Layout>
  );
}

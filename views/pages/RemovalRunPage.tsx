import { createElement } from 'react';
import { Alert } from '../components/Alert';
import { type FormFields, HiddenFields } from '../components/HiddenFields';
import { PostForm } from '../components/PostForm';
import { Layout, type LayoutProps } from '../Layout';

interface Props {
  readonly layout: LayoutProps;
  readonly total: string;
}

/**
 * The page of a bulk removal, with placeholders for its results and its outcome, which are streamed. The newest result is
 * at the top, and only its progress bar is shown.
 */
export function RemovalRunPage({ layout, total }: Props) {
  return (
    <Layout {...layout}>
      <section className="card run" aria-label={`Removal of ${total}`}>
        <ol className="run-results">{createElement('portal-part')}</ol>
        {createElement('portal-part')}
      </section>
    </Layout>
  );
}

interface RunResultProps {
  readonly email: string;
  readonly id: string;
  /** For instance 'License'; undefined if all items are of one product. */
  readonly noun: string | undefined;
  readonly kind: 'removed' | 'gone' | 'failed';
  readonly text: string;
  readonly done: number;
  readonly total: number;
}

/** The outcome of one license or card, and the progress of the run. */
export function RunResult({ email, id, noun, kind, text, done, total }: RunResultProps) {
  return (
    <li className={`run-${kind}`}>
      <progress value={done} max={total} aria-label={`${done} of ${total}`} />
      <span title={id}>
        <bdi dir="ltr">{email}</bdi> {noun === undefined ? null : <small>{noun}</small>}
      </span>{' '}
      <span className="run-outcome">{text}</span>
    </li>
  );
}

export interface RunEndProps {
  /** For instance '309 licenses revoked, 3 failed'. */
  readonly summary: string;
  /** Why the run stopped early. */
  readonly stopped: string | undefined;
  /** Whether the removed items are still listed; undefined if nothing was removed. */
  readonly confirmation: { readonly isConfirmed: boolean; readonly text: string } | undefined;
  readonly receiptHref: string;
  /** The form that reviews the remaining items; undefined if there are none. */
  readonly again:
    | { readonly action: string; readonly label: string; readonly hidden: FormFields }
    | undefined;
  readonly backHref: string;
}

/** The outcome of a run, and links to continue. */
export function RunEnd({ summary, stopped, confirmation, receiptHref, again, backHref }: RunEndProps) {
  return (
    <div className="run-end">
      <h2>{summary}</h2>
      {stopped === undefined ? null : <Alert kind="error">{stopped}</Alert>}
      {confirmation === undefined ? null : (
        <Alert kind={confirmation.isConfirmed ? 'success' : 'error'}>{confirmation.text}</Alert>
      )}
      <div className="actions">
        <a className="button" href={receiptHref} data-export="" data-busy-label="Downloading...">
          <span>Download receipt (CSV)</span>
        </a>
        {again === undefined ? null : (
          <PostForm action={again.action}>
            <HiddenFields fields={again.hidden} />
            <button type="submit" className="button">
              {again.label}
            </button>
          </PostForm>
        )}
        <a className="button primary" href={backHref}>
          Back to the list
        </a>
      </div>
    </div>
  );
}

/** Shown instead of a run that is unknown or has expired. */
export function RunUnknownPage({ layout }: { readonly layout: LayoutProps }) {
  return (
    <Layout {...layout}>
      <section className="card card-body" aria-label="Removal">
        <p className="strong">This removal is no longer available</p>
        <p>A removal can be viewed for an hour. The lists show which items are left.</p>
      </section>
    </Layout>
  );
}

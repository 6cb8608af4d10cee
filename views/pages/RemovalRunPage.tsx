import { createElement } from 'react';
import { Alert } from '../components/Alert';
import { HiddenFields } from '../components/HiddenFields';
import { PostForm } from '../components/PostForm';
import { Layout, type LayoutProps } from '../Layout';

interface Props {
  readonly layout: LayoutProps;
  readonly total: string;
}

/**
 * The page of a bulk removal, with places for its results and its end, which are sent as they come. The newest result is
 * on top; only its progress bar is shown.
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

export interface RunResultProps {
  readonly email: string;
  readonly id: string;
  /** 'License'; undefined in a run of one product. */
  readonly what: string | undefined;
  readonly kind: 'removed' | 'gone' | 'failed';
  readonly text: string;
  readonly done: number;
  readonly total: number;
}

/** One license or card that a run has dealt with, and how far the run is now. */
export function RunResult({ email, id, what, kind, text, done, total }: RunResultProps) {
  return (
    <li className={`run-${kind}`}>
      <progress value={done} max={total} aria-label={`${done} of ${total}`} />
      <span className="run-item" title={id}>
        <bdi dir="ltr">{email}</bdi> {what === undefined ? null : <small>{what}</small>}
      </span>{' '}
      <span className="run-outcome">{text}</span>
    </li>
  );
}

export interface RunEndProps {
  /** '309 licenses revoked, 3 failed' */
  readonly summary: string;
  /** Why it stopped before its end. */
  readonly stopped: string | undefined;
  /** What the list says afterwards; undefined when nothing was removed. */
  readonly confirmation: { readonly isConfirmed: boolean; readonly text: string } | undefined;
  readonly receiptHref: string;
  /** The form that reviews what is left to do; undefined when nothing is. */
  readonly again:
    | {
        readonly action: string;
        readonly label: string;
        readonly hidden: readonly (readonly [name: string, value: string])[];
      }
    | undefined;
  readonly backHref: string;
}

/** How a run ended, and where to go from there. */
export function RunEnd({ summary, stopped, confirmation, receiptHref, again, backHref }: RunEndProps) {
  return (
    <div className="run-end">
      <h2>{summary}</h2>
      {stopped === undefined ? null : <Alert kind="error">{stopped}</Alert>}
      {confirmation === undefined ? null : (
        <Alert kind={confirmation.isConfirmed ? 'success' : 'error'}>{confirmation.text}</Alert>
      )}
      <div className="run-actions">
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

/** Stands in place of a run that is not known here, or no longer. */
export function RunUnknownPage({ layout }: { readonly layout: LayoutProps }) {
  return (
    <Layout {...layout}>
      <section className="card card-body" aria-label="Removal">
        <p className="strong">This removal is not known here any more</p>
        <p>It can be looked at for an hour. The lists show what was done.</p>
      </section>
    </Layout>
  );
}

import { Download, Mail, TriangleAlert } from 'lucide-react';
import { Icon, SymbolIcon } from '../../client/Icon';
import { Alert, Alerts } from '../components/Alert';
import type { FormFields } from '../components/HiddenFields';
import { invalidField } from '../components/invalid-field';
import { LinkButton } from '../components/LinkButton';
import { NoReview, type NoReviewProps } from '../components/NoReview';
import { PeopleTable, type PeopleTableProps } from '../components/PeopleTable';
import { PostForm } from '../components/PostForm';
import { Layout, type PageProps } from '../Layout';

export type ReviewContent = NoReviewProps | ({ readonly state: 'ready' } & Review);

interface Review {
  /** For example: '9 people will lose 8 licenses and 5 cards.' */
  readonly summary: string;
  readonly title: string;
  /** For example: '1 left out'. */
  readonly leftOutCount: string | undefined;
  /** People with something in use, then the others, then those who were left out. */
  readonly people: PeopleTableProps;
  /** The selected items that are not listed, and whether more items match than one job can remove. */
  readonly notes: readonly string[];
  /** What the last text about people to leave out said besides. */
  readonly lastText: readonly string[];
  readonly askHref: string;
  readonly exportHref: string;
  readonly leaveOut: LeaveOutProps;
  /** Whether anybody is left. */
  readonly canConfirm: boolean;
  /** For example: 'This action cannot be undone.', and '5 licenses will be revoked.' */
  readonly warning: string;
  readonly effect: string;
  readonly action: string;
  readonly formKey: string;
  readonly hidden: FormFields;
  /** How many more can be removed in this hour; undefined while there is room for twice as many. */
  readonly leftInHour: string | undefined;
  /** The number to type as confirmation, and the wrong one that was typed; undefined for few items. */
  readonly typedCount: { readonly expected: string; readonly typed: string | undefined } | undefined;
  readonly confirmLabel: string;
  readonly busyLabel: string;
  readonly backHref: string;
}

interface LeaveOutProps {
  readonly action: string;
  /** Whether the form is expanded, because the last text may need a correction. */
  readonly isOpen: boolean;
  /** Why the last text left out nobody. */
  readonly problem: string | undefined;
  /** The last text, to correct. */
  readonly text: string;
}

/** Shows the effects of a bulk removal before it starts. */
export function RemovalReviewPage({ layout, content }: PageProps<ReviewContent>) {
  return (
    <Layout {...layout}>
      {content.state === 'ready' ? (
        <>
          <Alerts kind="info" texts={content.notes} />
          {/* The redirect after a text about people to leave out goes to it. */}
          {content.lastText.length === 0 ? null : (
            <section id="left-out" aria-label="Left out" className="stack" tabIndex={-1}>
              <Alerts kind="info" texts={content.lastText} />
            </section>
          )}
          <People {...content} />
          {content.canConfirm ? <Confirmation {...content} /> : null}
        </>
      ) : (
        <NoReview {...content} />
      )}
    </Layout>
  );
}

function People({ title, leftOutCount, people, canConfirm, askHref, exportHref, leaveOut }: Review) {
  const hasLines = people.columns.some(({ kind }) => kind === 'line');
  return (
    <section className="panel" aria-labelledby="people-title">
      <div className="panel-head">
        <div className="list-title">
          <h2 id="people-title">{title}</h2>{' '}
          <p className="hint" role="status">
            {leftOutCount}
          </p>
        </div>
        {canConfirm ? (
          <div className="actions">
            <a className="button" href={exportHref} data-export="" data-busy-label="Exporting...">
              <Icon shape={Download} />
              <span>Export CSV</span>
            </a>
            <LinkButton href={askHref} icon={Mail} label="Ask first" />
          </div>
        ) : null}
      </div>
      <div className={hasLines ? 'list-container many-columns' : 'list-container'}>
        <PeopleTable {...people} />
      </div>
      {canConfirm ? <LeaveOut {...leaveOut} /> : null}
    </section>
  );
}

/** The form for people who answered that they are staying. */
function LeaveOut({ action, isOpen, problem, text }: LeaveOutProps) {
  return (
    <details open={isOpen} id="leave-out" className="review-foot">
      <summary>
        <SymbolIcon name="chevron" />
        Leave out everyone who has answered
      </summary>
      <PostForm action={action} className="stack">
        {problem ? <Alert kind="error">{problem}</Alert> : null}
        <label htmlFor="people">Their replies or email addresses</label>
        <textarea
          id="people"
          name="people"
          rows={6}
          aria-describedby="people-hint"
          spellCheck={false}
          defaultValue={text}
        />
        <p className="hint" id="people-hint">
          Everyone who is in the replies by address or by name is left out.
        </p>
        <div>
          <button type="submit" className="button">
            Leave them out
          </button>
        </div>
      </PostForm>
    </details>
  );
}

function Confirmation({
  warning,
  effect,
  action,
  formKey,
  hidden,
  leftInHour,
  typedCount,
  confirmLabel,
  busyLabel,
  backHref,
}: Review) {
  return (
    <section className="panel panel-body" aria-label="Confirm">
      <div className="alert error">
        <Icon shape={TriangleAlert} />
        <p>
          <strong>{warning}</strong>
          <br />
          {effect}
        </p>
      </div>
      <PostForm action={action} formKey={formKey} hidden={hidden} className="review-confirm">
        {leftInHour === undefined ? null : <p className="hint">{leftInHour}</p>}
        {typedCount === undefined ? null : (
          <div className="stack">
            <label htmlFor="count">Type {typedCount.expected} to confirm</label>
            <input
              id="count"
              name="count"
              inputMode="numeric"
              autoComplete="off"
              required
              defaultValue={typedCount.typed}
              {...(typedCount.typed !== undefined && invalidField)}
            />
            {typedCount.typed === undefined ? null : (
              <Alert kind="error" id="problem">
                Please type {typedCount.expected} to confirm.
              </Alert>
            )}
          </div>
        )}
        <div className="actions">
          <LinkButton href={backHref} label="Cancel" />
          <button type="submit" className="button danger" data-busy-label={busyLabel}>
            <span>{confirmLabel}</span>
          </button>
        </div>
      </PostForm>
    </section>
  );
}

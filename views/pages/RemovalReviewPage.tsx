import { ChevronLeft, Mail, TriangleAlert } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { Alert } from '../components/Alert';
import { ExportMenu, type ExportMenuProps } from '../components/ExportMenu';
import { Figure, type FigureProps } from '../components/Figure';
import type { FormFields } from '../components/HiddenFields';
import { type Item, ItemTable } from '../components/ItemTable';
import { invalidField } from '../components/invalid-field';
import { LinkButton } from '../components/LinkButton';
import { Metrics } from '../components/Metrics';
import { ButtonForm, type ButtonFormProps, PostForm } from '../components/PostForm';
import { Steps } from '../components/Steps';
import { Unreviewable, type UnusableReview } from '../components/Unreviewable';
import { Layout, type PageProps } from '../Layout';

export type ReviewContent = UnusableReview | ({ readonly state: 'ready' } & Review);

interface Review {
  readonly figures: readonly { readonly label: string; readonly value: string }[];
  /** Items in use, then the others. */
  readonly groups: readonly ReviewGroup[];
  /** Why the reviewed run was not started. */
  readonly problem: string | undefined;
  /** The selected items that are not listed. */
  readonly gone: string | undefined;
  /** Undefined before a text about people to leave out. */
  readonly answers: AnswersProps | undefined;
  /** For instance '9 licenses and cards'. */
  readonly total: string;
  readonly askHref: string;
  readonly leaveOut: LeaveOutProps;
  /** Shown when more items match than one run can remove. */
  readonly truncationNote: string | undefined;
  /** For instance 'This action cannot be undone.', and '5 licenses will be revoked.' */
  readonly warnings: readonly { readonly warning: string; readonly effect: string }[];
  readonly action: string;
  readonly once: string;
  readonly hidden: FormFields;
  /** The number to type as confirmation; undefined for small runs. */
  readonly typedCount:
    | { readonly expected: string; readonly typed: string; readonly isWrong: boolean }
    | undefined;
  readonly confirmLabel: string;
  readonly busyLabel: string;
  readonly backHref: string;
  readonly exportMenu: ExportMenuProps;
}

export interface AnswersProps {
  /** Names the people who were left out, whom a form puts back. */
  readonly leftOut: { readonly text: string; readonly putBack: ButtonFormProps } | undefined;
  /** Names the addresses of the text that are not in the review. */
  readonly notReviewed: string | undefined;
}

interface LeaveOutProps {
  readonly action: string;
  /** Why the last text cannot be used. */
  readonly problem: string | undefined;
}

export interface ReviewGroup {
  readonly title: string;
  /** For instance 'Licenses, then cards, the most active first'. */
  readonly order: string;
  readonly isActive: boolean;
  readonly shown: readonly ReviewRow[];
  /** The others, behind a summary that counts them. */
  readonly collapsed: readonly ReviewRow[];
}

export interface ReviewRow extends Item {
  readonly activity: FigureProps;
  /** For instance 'Leads'. */
  readonly unit: string;
}

/** Shows the effects of a bulk removal before it starts. */
export function RemovalReviewPage({ layout, content }: PageProps<ReviewContent>) {
  return (
    <Layout {...layout} actions={content.state === 'ready' ? <ReviewActions {...content} /> : undefined}>
      {content.state === 'ready' ? <ReviewForm {...content} /> : <Unreviewable {...content} />}
    </Layout>
  );
}

function ReviewActions({ backHref, exportMenu }: Review) {
  return (
    <>
      <LinkButton href={backHref} icon={ChevronLeft} label="Back to the list" />
      <ExportMenu {...exportMenu} />
    </>
  );
}

function ReviewForm(review: Review) {
  return (
    <>
      <Summary {...review} />
      <section className="panel list-container review" aria-label="Licenses and cards">
        {review.groups.map(group => (
          <Group key={group.title} {...group} />
        ))}
        <section className="panel-body review-foot" aria-label="Ask first">
          <div>
            <p className="hint">{review.total}</p>
            <LinkButton href={review.askHref} icon={Mail} label="Ask them first" />
          </div>
          <LeaveOut {...review.leaveOut} />
        </section>
      </section>
      <Confirmation {...review} />
    </>
  );
}

function Summary({ figures, gone, answers, truncationNote }: Review) {
  return (
    <section className="panel panel-body" aria-label="Summary">
      <Steps current="Review" />
      <Metrics metrics={figures} />
      {gone === undefined ? null : <p>{gone}</p>}
      {answers === undefined ? null : <Answers {...answers} />}
      {truncationNote === undefined ? null : <p>{truncationNote}</p>}
    </section>
  );
}

/** The effects of texts about people to leave out. The redirect leads to them. */
function Answers({ leftOut, notReviewed }: AnswersProps) {
  return (
    <div className="stack" id="answers" tabIndex={-1}>
      {leftOut === undefined ? null : (
        <>
          <p>{leftOut.text}</p>
          <ButtonForm {...leftOut.putBack} />
        </>
      )}
      {notReviewed === undefined ? null : <Alert kind="info">{notReviewed}</Alert>}
    </div>
  );
}

function Confirmation({
  problem,
  warnings,
  action,
  once,
  hidden,
  typedCount,
  confirmLabel,
  busyLabel,
  backHref,
}: Review) {
  return (
    <section className="panel panel-body" aria-label="Confirm">
      {problem === undefined ? null : (
        <Alert kind="error" id="problem">
          {problem}
        </Alert>
      )}
      <div className="alert error">
        <Icon shape={TriangleAlert} />
        <div>
          {warnings.map(({ warning, effect }) => (
            <p key={warning}>
              <strong>{warning}</strong> {effect}
            </p>
          ))}
        </div>
      </div>
      <PostForm action={action} once={once} hidden={hidden} className="review-confirm">
        {typedCount === undefined ? null : (
          <p className="stack">
            <label htmlFor="count">Type {typedCount.expected} to confirm</label>
            <input
              id="count"
              name="count"
              inputMode="numeric"
              autoComplete="off"
              required
              defaultValue={typedCount.typed}
              {...(typedCount.isWrong && invalidField)}
            />
          </p>
        )}
        <div className="actions">
          <button type="submit" className="button danger" data-busy-label={busyLabel}>
            <span>{confirmLabel}</span>
          </button>
          <LinkButton href={backHref} label="Cancel" />
        </div>
      </PostForm>
    </section>
  );
}

/** The form for the people who have answered that they stay. */
function LeaveOut({ action, problem }: LeaveOutProps) {
  return (
    <details open={problem !== undefined} id="leave-out">
      <summary>Leave out people who have answered</summary>
      <PostForm action={action} className="stack">
        {problem === undefined ? null : (
          <Alert kind="error">
            {problem} Your text was not saved. Go back to correct it; most browsers restore it.
          </Alert>
        )}
        <label htmlFor="people">Their email addresses</label>
        <textarea id="people" name="people" rows={6} aria-describedby="people-hint" spellCheck={false} />
        <p className="hint" id="people-hint">
          Paste their replies. Everybody whose address is in the text is left out.
        </p>
        <div>
          <button type="submit" className="button">
            Leave out
          </button>
        </div>
      </PostForm>
    </details>
  );
}

function Group({ title, order, isActive, shown, collapsed }: ReviewGroup) {
  return (
    <div className={isActive ? 'review-active' : undefined}>
      <div className="plot-head">
        <h2>
          {isActive ? <Icon shape={TriangleAlert} /> : null}
          {title}
        </h2>
        <p className="hint">{order}</p>
      </div>
      <RowsTable rows={shown} caption={title} />
      {collapsed.length === 0 ? null : (
        <details>
          <summary>{collapsed.length} more</summary>
          <RowsTable rows={collapsed} caption={`${title}, continued`} />
        </details>
      )}
    </div>
  );
}

function RowsTable({ rows, caption }: { readonly rows: readonly ReviewRow[]; readonly caption: string }) {
  return (
    <ItemTable
      caption={caption}
      rows={rows}
      heads={
        <>
          <th scope="col" className="number">
            Last 30 days
          </th>
          <th scope="col">
            <span className="visually-hidden">Unit</span>
          </th>
        </>
      }
      cells={({ activity, unit }) => (
        <>
          <td data-label={`${unit}, last 30 days`}>
            <Figure {...activity} />
          </td>
          <td className="review-unit">{unit}</td>
        </>
      )}
    />
  );
}

import { Download, Mail, TriangleAlert } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { Alert, Alerts } from '../components/Alert';
import { FoldedTexts, type TextGroup } from '../components/FoldedTexts';
import type { FormFields } from '../components/HiddenFields';
import { invalidField } from '../components/invalid-field';
import { LinkButton } from '../components/LinkButton';
import { NoReview, type NoReviewProps } from '../components/NoReview';
import { PeopleTable, type PeopleTableProps } from '../components/PeopleTable';
import { ButtonForm, type ButtonFormProps, PostForm } from '../components/PostForm';
import { Layout, type PageProps } from '../Layout';

export type ReviewContent = NoReviewProps | ({ readonly state: 'ready' } & Review);

interface Review {
  /** For example: '9 people: 8 licenses will be revoked and 5 cards deactivated'. */
  readonly summary: string;
  /** People with something in use, then the others. */
  readonly people: PeopleTableProps;
  /** The selected items that are not listed, and whether more items match than one job can remove. */
  readonly notes: readonly string[];
  /** The effects of Leave out; undefined until somebody uses it. */
  readonly leftOut: LeftOutProps | undefined;
  readonly askHref: string;
  readonly exportHref: string;
  readonly leaveOut: LeaveOutProps;
  /** For example: 'This action cannot be undone.', and '5 licenses will be revoked.' */
  readonly warning: string;
  readonly effect: string;
  readonly action: string;
  readonly formKey: string;
  readonly hidden: FormFields;
  /** How many more can be removed in this hour; undefined while nothing was. */
  readonly leftInHour: string | undefined;
  /** The number to type as confirmation, and the wrong one that was typed; undefined for few items. */
  readonly typedCount: { readonly expected: string; readonly typed: string | undefined } | undefined;
  readonly confirmLabel: string;
  readonly busyLabel: string;
  readonly backHref: string;
}

export interface LeftOutProps {
  readonly notRead: readonly TextGroup[];
  /** Names the people who were left out, and has a form that puts them back. */
  readonly people: { readonly text: string; readonly putBack: ButtonFormProps } | undefined;
  /** Names the rest of the text, such as addresses that are not in the review. */
  readonly notes: readonly string[];
}

interface LeaveOutProps {
  readonly action: string;
  /** Whether the form is expanded, because the last text may need a correction. */
  readonly isOpen: boolean;
  /** Why the last text cannot be used. */
  readonly problem: string | undefined;
}

/** Shows the effects of a bulk removal before it starts. */
export function RemovalReviewPage({ layout, content }: PageProps<ReviewContent>) {
  return (
    <Layout {...layout}>
      {content.state === 'ready' ? (
        <>
          <Alerts kind="info" texts={content.notes} />
          {content.leftOut === undefined ? null : <LeftOut {...content.leftOut} />}
          <People {...content} />
          <Confirmation {...content} />
        </>
      ) : (
        <NoReview {...content} />
      )}
    </Layout>
  );
}

/** The effects of texts about people to leave out. The redirect goes to them. */
function LeftOut({ people, notes, notRead }: LeftOutProps) {
  return (
    <section className="panel panel-body" id="left-out" aria-label="Left out" tabIndex={-1}>
      {people === undefined ? null : <p>{people.text}</p>}
      <Alerts kind="info" texts={notes} />
      <FoldedTexts groups={notRead} />
      {people === undefined ? null : <ButtonForm {...people.putBack} />}
    </section>
  );
}

function People({ people, askHref, exportHref, leaveOut }: Review) {
  return (
    <section className="panel list-container" aria-label="People">
      <PeopleTable {...people} />
      <div className="panel-body review-foot">
        <LeaveOut {...leaveOut} />
        <div className="actions">
          <a className="button" href={exportHref} data-export="" data-busy-label="Exporting...">
            <Icon shape={Download} />
            <span>Export CSV</span>
          </a>
          <LinkButton href={askHref} icon={Mail} label="Ask first" />
        </div>
      </div>
    </section>
  );
}

/** The form for people who answered that they are staying. */
function LeaveOut({ action, isOpen, problem }: LeaveOutProps) {
  return (
    <details open={isOpen} id="leave-out">
      <summary>Leave out people who have answered</summary>
      <PostForm action={action} className="stack">
        {problem === undefined ? null : (
          <Alert kind="error">
            {problem} Your text was not saved. Go back to correct it; most browsers restore it.
          </Alert>
        )}
        <label htmlFor="people">Their replies or email addresses</label>
        <textarea id="people" name="people" rows={6} aria-describedby="people-hint" spellCheck={false} />
        <p className="hint" id="people-hint">
          Everybody whose address is in the text, or whose name as their card has it, is left out.
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

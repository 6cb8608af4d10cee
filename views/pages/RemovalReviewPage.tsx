import { TriangleAlert } from 'lucide-react';
import { Alert } from '../components/Alert';
import { type FormFields, HiddenFields } from '../components/HiddenFields';
import { PostForm } from '../components/PostForm';
import { Layout, type PageProps } from '../Layout';

export type ReviewContent =
  | {
      readonly state: 'refused';
      readonly message: string;
      readonly backHref: string;
      /** The form that retries the review; undefined if a retry cannot succeed. */
      readonly again: { readonly action: string; readonly hidden: FormFields } | undefined;
    }
  | { readonly state: 'empty'; readonly gone: string | undefined; readonly backHref: string }
  | ({ readonly state: 'ready' } & Review);

interface Review {
  readonly groups: readonly ReviewGroup[];
  /** Why the reviewed run was not started. */
  readonly problem: string | undefined;
  /** The selected items that are no longer listed. */
  readonly gone: string | undefined;
  /** Shown when more items match than one run can remove. */
  readonly truncationNote: string | undefined;
  readonly action: string;
  readonly once: string;
  /** The form fields that repeat the selection. */
  readonly hidden: FormFields;
  /** The number to type as confirmation; undefined for small runs. */
  readonly typedCount:
    | { readonly expected: string; readonly typed: string; readonly isWrong: boolean }
    | undefined;
  readonly confirmLabel: string;
  readonly backHref: string;
}

export interface ReviewGroup {
  readonly kind: string;
  readonly title: string;
  readonly activityLabel: string;
  readonly warning: string;
  /** People with recent activity, then those without. */
  readonly people: readonly ReviewPeople[];
}

export interface ReviewPeople {
  readonly title: string;
  readonly isActive: boolean;
  readonly shown: readonly ReviewPerson[];
  /** The others, behind a summary that counts them. */
  readonly collapsed: readonly ReviewPerson[];
}

interface ReviewPerson {
  readonly id: string;
  readonly email: string;
  readonly recentActivity: string;
}

/** Shows the effects of a bulk removal before it starts. */
export function RemovalReviewPage({ layout, content }: PageProps<ReviewContent>) {
  return (
    <Layout {...layout}>
      {content.state === 'ready' ? (
        <ReviewForm {...content} />
      ) : (
        <section className="card card-body" aria-label="Review">
          {content.state === 'refused' ? (
            <>
              <Alert kind="error">{content.message}</Alert>
              {content.again === undefined ? null : (
                <PostForm action={content.again.action}>
                  <HiddenFields fields={content.again.hidden} />
                  <button type="submit" className="button">
                    Try again
                  </button>
                </PostForm>
              )}
            </>
          ) : (
            <>
              <p className="strong">Nothing is selected</p>
              {content.gone === undefined ? null : <p>{content.gone}</p>}
            </>
          )}
          <p>
            <a href={content.backHref}>Back to the list</a>
          </p>
        </section>
      )}
    </Layout>
  );
}

function ReviewForm({
  groups,
  problem,
  gone,
  truncationNote,
  action,
  once,
  hidden,
  typedCount,
  confirmLabel,
  backHref,
}: Review) {
  return (
    <>
      {groups.map(group => (
        <section key={group.kind} className="card review" aria-labelledby={`${group.kind}-title`}>
          <div className="card-head">
            <h2 id={`${group.kind}-title`}>{group.title}</h2>
          </div>
          {group.people.map(people => (
            <People key={people.title} {...people} label={group.activityLabel} />
          ))}
        </section>
      ))}
      <section className="card card-body" id="confirm" aria-label="Confirm">
        {problem === undefined ? null : <Alert kind="error">{problem}</Alert>}
        {gone === undefined ? null : <p>{gone}</p>}
        {truncationNote === undefined ? null : <p>{truncationNote}</p>}
        {groups.map(({ kind, warning }) => (
          <p key={kind} className="strong">
            {warning}
          </p>
        ))}
        <PostForm action={action} once={once} className="review-confirm">
          <HiddenFields fields={hidden} />
          {typedCount === undefined ? null : (
            <p className="review-count">
              <label htmlFor="count">Type {typedCount.expected} to confirm</label>
              <input
                id="count"
                name="count"
                inputMode="numeric"
                autoComplete="off"
                required
                defaultValue={typedCount.typed}
                aria-invalid={typedCount.isWrong}
              />
            </p>
          )}
          <a className="button" href={backHref}>
            Cancel
          </a>
          <button type="submit" className="button danger" data-busy-label="Removing...">
            <span>{confirmLabel}</span>
          </button>
        </PostForm>
      </section>
    </>
  );
}

function People({ title, isActive, shown, collapsed, label }: ReviewPeople & { readonly label: string }) {
  return (
    <div className={isActive ? 'review-active' : undefined}>
      <h3>
        {isActive ? <TriangleAlert aria-hidden="true" size={18} /> : null}
        {title}
      </h3>
      <PeopleTable people={shown} label={label} caption={title} />
      {collapsed.length === 0 ? null : (
        <details>
          <summary>{collapsed.length} more</summary>
          <PeopleTable people={collapsed} label={label} caption={`${title}, continued`} />
        </details>
      )}
    </div>
  );
}

interface TableProps {
  readonly people: readonly ReviewPerson[];
  readonly label: string;
  readonly caption: string;
}

function PeopleTable({ people, label, caption }: TableProps) {
  return (
    <table className="review-people">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Email</th>
          <th scope="col" className="numeric">
            {label}
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map(({ id, email, recentActivity }) => (
          <tr key={id}>
            <th scope="row">
              <bdi dir="ltr">{email}</bdi>
            </th>
            <td className="numeric">{recentActivity}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

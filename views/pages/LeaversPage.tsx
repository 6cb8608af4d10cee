import { ClockAlert, Upload } from 'lucide-react';
import { paths } from '../../shared/paths';
import { Alerts, Failure, type FailureProps } from '../components/Alert';
import { CopyButton } from '../components/CopyButton';
import { LinkButton } from '../components/LinkButton';
import { type Metric, Metrics } from '../components/Metrics';
import { Notice } from '../components/Notice';
import { PersonText } from '../components/PersonText';
import { type RowSelection, RowsKey, SelectionBar, SelectRow } from '../components/Selection';
import { Steps } from '../components/Steps';
import { Layout, type PageProps } from '../Layout';
import {
  Choice,
  type ColumnChoice,
  PeopleForm,
  type PeopleFormProps,
  Undirected,
  type UndirectedProps,
} from './LeaversForms';

export type LeaversContent =
  | ({ readonly state: 'form' } & PeopleFormProps)
  | ({ readonly state: 'undirected' } & UndirectedProps)
  | { readonly state: 'ended' }
  /** The layout says why. */
  | { readonly state: 'unavailable' }
  | ({ readonly state: 'answer' } & AnswerProps);

interface AnswerProps extends SelectHrefs {
  readonly metrics: readonly Metric[];
  /** The products whose lists could not be fetched. */
  readonly failures: readonly FailureProps[];
  readonly notes: readonly string[];
  readonly choice: ColumnChoice | undefined;
  /** The URL of the review. */
  readonly action: string;
  /** Identifies the rows of the page. */
  readonly rowsKey: string;
  readonly groups: readonly LeaversGroup[];
  /** People who may stay, and addresses that may not be those of listed people. */
  readonly doubtful: readonly LeaversGroup[];
  readonly lines: readonly LinesProps[];
}

/** The URLs of the page with all rows of a section selected, and with none. */
interface SelectHrefs {
  readonly selectHref: string;
  readonly clearHref: string;
}

export interface LeaversGroup extends SelectHrefs {
  readonly id: string;
  readonly title: string;
  /** For instance '3 people'. */
  readonly count: string;
  readonly hint?: string | undefined;
  readonly rows: readonly LeaversRow[];
  /** People beyond the limit of rows. */
  readonly others: LinesProps | undefined;
}

export interface LeaversRow {
  readonly key: string;
  readonly email: string;
  /** For instance 'License', or 'No license, no card'. */
  readonly what: string;
  /** Undefined if there is nothing to remove. */
  readonly activity?: string;
  /** For instance 'Leads'. */
  readonly unit?: string;
  /** Why it is not clear that this person is meant. */
  readonly reason?: string | undefined;
  /** Undefined if there is nothing to remove. */
  readonly selection?: RowSelection;
}

/** Lines to copy. */
export interface LinesProps {
  readonly id: string;
  readonly title: string;
  readonly hint?: string | undefined;
  readonly lines: readonly string[];
}

/** The form for a list of people, and the licenses and cards that belong to them, or to all others. */
export function LeaversPage({ layout, content }: PageProps<LeaversContent>) {
  return (
    <Layout
      {...layout}
      actions={
        content.state === 'answer' ? (
          <LinkButton href={paths.leavers} icon={Upload} label="Check another list" />
        ) : undefined
      }
    >
      <Content {...content} />
    </Layout>
  );
}

function Content(content: LeaversContent) {
  switch (content.state) {
    case 'form':
      return <PeopleForm {...content} />;
    case 'undirected':
      return <Undirected {...content} />;
    case 'ended':
      return <Ended />;
    case 'unavailable':
      return null;
    case 'answer':
      return <Answer {...content} />;
  }
}

function Ended() {
  return (
    <Notice
      icon={ClockAlert}
      title="This result has expired"
      text="Your last five results are available for 30 minutes, in the session that submitted the lists. Submit the list again."
      href={paths.leavers}
      label="Check a list"
    />
  );
}

function Answer(answer: AnswerProps) {
  const { metrics, failures, notes, choice, groups, doubtful, lines } = answer;
  return (
    <>
      <section className="panel panel-body people-figures" aria-label="Answer">
        <Steps current="Choose" />
        <Metrics metrics={metrics} />
        {failures.map(failure => (
          <Failure key={failure.text} {...failure} />
        ))}
        <Alerts kind="info" texts={notes} />
      </section>
      {choice === undefined ? null : <Choice {...choice} />}
      {groups.length + doubtful.length === 0 ? null : <FoundPeople {...answer} />}
      {lines.map(each => (
        <section key={each.id} className="panel panel-body" aria-labelledby={`${each.id}-title`}>
          <Lines {...each} />
        </section>
      ))}
    </>
  );
}

/** The people who have licenses or cards, to select them for a review. */
function FoundPeople({ action, rowsKey, groups, doubtful, selectHref, clearHref }: AnswerProps) {
  return (
    // Outside of the form: a card counts on its own what is selected in it.
    <div className="panel list-container review">
      <form method="post" action={action} name={rowsKey} data-selection="">
        <RowsKey name={rowsKey} />
        {groups.length === 0 ? null : (
          <section aria-labelledby="listed-title">
            <div className="panel-head">
              <div>
                <h2 id="listed-title">Licenses and cards</h2>
                <p className="hint">Nothing is removed before you have reviewed your selection.</p>
              </div>
              <SelectLinks what="everybody" selectHref={selectHref} clearHref={clearHref} />
            </div>
            {groups.map(group => (
              <PeopleGroup key={group.id} {...group} isOnly={groups.length + doubtful.length === 1} />
            ))}
          </section>
        )}
        {doubtful.map(group => (
          <PeopleGroup key={group.id} {...group} />
        ))}
        <SelectionBar label="Review selected" look="primary" />
      </form>
    </div>
  );
}

interface SelectLinksProps extends SelectHrefs {
  /** The people it selects, for screen readers. */
  readonly what: string;
}

/** Selects all rows of a section, or none. */
function SelectLinks({ what, selectHref, clearHref }: SelectLinksProps) {
  return (
    <p>
      <a className="button plain" href={selectHref} data-select-rows="all">
        Select all<span className="visually-hidden"> of {what}</span>
      </a>
      <a className="button plain" href={clearHref} data-select-rows="none">
        Select none<span className="visually-hidden"> of {what}</span>
      </a>
    </p>
  );
}

interface GroupProps extends LeaversGroup {
  /** Whether it is the only group, so that the links of everybody are enough. */
  readonly isOnly?: boolean;
}

function PeopleGroup({ id, title, count, hint, rows, others, isOnly = false, ...links }: GroupProps) {
  const isSelectable = !isOnly && rows.some(({ selection }) => selection !== undefined);
  return (
    <section aria-labelledby={`${id}-title`} id={id}>
      <div className="panel-head">
        <div>
          <h3 id={`${id}-title`}>
            {title} <span className="count">{count}</span>
          </h3>
          {hint === undefined ? null : <p className="hint">{hint}</p>}
        </div>
        {isSelectable ? <SelectLinks what={title} {...links} /> : null}
      </div>
      <PeopleTable title={title} rows={rows} />
      {others === undefined ? null : (
        <details className="panel-body">
          <summary>{others.title}</summary>
          <Lines {...others} />
        </details>
      )}
    </section>
  );
}

function PeopleTable({ title, rows }: Pick<LeaversGroup, 'title' | 'rows'>) {
  return (
    <table className="table list people">
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <td className="select" />
          <th scope="col">Email</th>
          <th scope="col">What</th>
          <th scope="col" className="number">
            Last 30 days
          </th>
          <th scope="col">
            <span className="visually-hidden">Unit</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, email, what, activity, unit, reason, selection }) => (
          <tr key={key}>
            <td className="select">
              {selection && (
                <SelectRow {...selection} label={`Select the ${what.toLowerCase()} of ${email}`} />
              )}
            </td>
            <th scope="row">
              <PersonText text={email} />
            </th>
            {activity === undefined ? (
              <td colSpan={3}>
                <What what={what} reason={reason} />
              </td>
            ) : (
              <>
                <td>
                  <What what={what} reason={reason} />
                </td>
                <td data-label={`${unit}, last 30 days`}>{activity}</td>
                <td className="review-unit">{unit}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function What({ what, reason }: Pick<LeaversRow, 'what' | 'reason'>) {
  return reason === undefined ? (
    what
  ) : (
    <>
      {what} <span className="hint">{reason}</span>
    </>
  );
}

/** How many lines are shown at once: at least two, because a long one breaks on a phone. */
const SHOWN_LINES = { min: 2, max: 10 };

function Lines({ id, title, hint, lines }: LinesProps) {
  return (
    <div className="people-form">
      <h2 id={`${id}-title`}>{title}</h2>
      {hint === undefined ? null : <p className="hint">{hint}</p>}
      <textarea
        readOnly
        rows={Math.min(Math.max(lines.length, SHOWN_LINES.min), SHOWN_LINES.max)}
        aria-labelledby={`${id}-title`}
        spellCheck={false}
        defaultValue={lines.join('\n')}
      />
      <CopyButton kind={`the list ${title}`} label="Copy" />
    </div>
  );
}

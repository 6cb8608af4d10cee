import { leaversFields, type PeopleDirection, peopleDirections } from '../../shared/leavers';
import { paths } from '../../shared/paths';
import { Alert, Alerts, Failure, type FailureProps } from '../components/Alert';
import { CopyButton } from '../components/CopyButton';
import { type FormFields, HiddenFields } from '../components/HiddenFields';
import { LinkButton } from '../components/LinkButton';
import { type Metric, Metrics } from '../components/Metrics';
import { PersonText } from '../components/PersonText';
import { type RowSelection, RowsKey, SelectionBar, SelectRow } from '../components/Selection';
import { Steps } from '../components/Steps';
import { Layout, type PageProps } from '../Layout';

const directionLabels: Readonly<Record<PeopleDirection, string>> = {
  left: 'People who have left: find their licenses and cards',
  stay: 'Current staff: find licenses of everyone else',
};

interface PeopleFormProps {
  /** Why the last list cannot be used; undefined at first. */
  readonly problem: string | undefined;
  /** Undefined until it is chosen. */
  readonly direction: PeopleDirection | undefined;
  /** The maximum number of addresses, for instance '10,000'. */
  readonly limit: string;
}

export type LeaversContent =
  | ({ readonly state: 'form' } & PeopleFormProps)
  | ({ readonly state: 'undirected' } & UndirectedProps)
  | { readonly state: 'ended' }
  /** The layout says why. */
  | { readonly state: 'unavailable' }
  | ({ readonly state: 'answer' } & AnswerProps);

/** A list whose form did not say whether its people have left. */
interface UndirectedProps {
  /** The ID of the answer. */
  readonly answer: string;
  /** For instance '3 addresses were read.' */
  readonly read: string;
}

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
  /** People who may not be meant. */
  readonly unclear: LeaversGroup | undefined;
  readonly lines: readonly LinesProps[];
}

/** The columns of a table that have addresses. */
interface ColumnChoice {
  readonly hidden: FormFields;
  readonly options: readonly { readonly value: string; readonly label: string; readonly isChosen: boolean }[];
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
  readonly activity?: string;
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
    <Layout {...layout}>
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

function PeopleForm({ problem, direction, limit }: PeopleFormProps) {
  return (
    <section className="panel panel-body" aria-label="List of people">
      {problem === undefined ? null : (
        <>
          <Alert kind="error">{problem}</Alert>
          <p>
            What you have sent was not kept. To correct it, go back: most browsers show it in the form again.
          </p>
        </>
      )}
      {/* The file comes last: the fields before it are parsed even if it is too large. */}
      <form method="post" action={paths.leavers} encType="multipart/form-data" className="people-form">
        <DirectionField direction={direction} />
        <label htmlFor="people">Email addresses</label>
        <textarea
          id="people"
          name={leaversFields.people}
          rows={12}
          aria-describedby="people-hint"
          spellCheck={false}
        />
        <p className="hint" id="people-hint">
          Paste any text that contains the addresses: an email, a column of a spreadsheet, a CSV file. Up to{' '}
          {limit} addresses are read. The addresses are kept for 30 minutes, the text is not.
        </p>
        <label htmlFor="file">Or a file</label>
        <input
          id="file"
          type="file"
          name={leaversFields.file}
          accept="text/*,.csv,.txt,.eml"
          aria-describedby="file-hint"
        />
        <p className="hint" id="file-hint">
          A text or CSV file, or a saved email, of up to 1 MB. Its addresses are added to those that you
          paste.
        </p>
        <button type="submit" className="button primary">
          Check
        </button>
      </form>
    </section>
  );
}

function DirectionField({ direction }: Pick<PeopleFormProps, 'direction'>) {
  return (
    <fieldset>
      <legend>Who is in the list?</legend>
      {peopleDirections.map(value => (
        <label key={value}>
          <input
            type="radio"
            name={leaversFields.direction}
            value={value}
            required
            defaultChecked={value === direction}
          />
          <span>{directionLabels[value]}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Undirected({ answer, read }: UndirectedProps) {
  return (
    <section className="panel panel-body" aria-label="List of people">
      <Alert kind="info">Choose whether these people have left, or are your current staff. {read}</Alert>
      <form method="get" action={paths.leavers} className="people-form">
        <HiddenFields fields={[['answer', answer]]} />
        <DirectionField direction={undefined} />
        <button type="submit" className="button primary">
          Check
        </button>
      </form>
      <p>
        <a href={paths.leavers}>Check another list</a>
      </p>
    </section>
  );
}

function Ended() {
  return (
    <section className="panel panel-body" aria-label="Answer">
      <p className="strong">This answer has ended</p>
      <p>An answer can be viewed for 30 minutes, in the session that sent the list. Send the list again.</p>
      <p>
        <LinkButton href={paths.leavers} label="Check a list" />
      </p>
    </section>
  );
}

function Answer(answer: AnswerProps) {
  const { metrics, failures, notes, choice, groups, unclear, lines } = answer;
  return (
    <>
      <section className="panel panel-body people-figures" aria-label="Answer">
        <Steps current="Choose" />
        <Metrics metrics={metrics} size="large" />
        {failures.map(failure => (
          <Failure key={failure.text} {...failure} />
        ))}
        <Alerts kind="info" texts={notes} />
        <p>
          <a href={paths.leavers}>Check another list</a>
        </p>
      </section>
      {choice === undefined ? null : <Choice {...choice} />}
      {groups.length === 0 && unclear === undefined ? null : <FoundPeople {...answer} />}
      {lines.map(each => (
        <section key={each.id} className="panel panel-body" aria-labelledby={`${each.id}-title`}>
          <Lines {...each} />
        </section>
      ))}
    </>
  );
}

function Choice({ hidden, options }: ColumnChoice) {
  return (
    <section className="panel panel-body" aria-label="Column">
      <form method="get" action={paths.leavers} className="people-form">
        <HiddenFields fields={hidden} />
        <fieldset>
          <legend>Which column has the people who have left?</legend>
          {options.map(({ value, label, isChosen }) => (
            <label key={value}>
              <input type="radio" name="column" value={value} required defaultChecked={isChosen} />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        <button type="submit" className="button">
          Use this column
        </button>
      </form>
    </section>
  );
}

/** The people who have licenses or cards, to select them for a review. */
function FoundPeople({ action, rowsKey, groups, unclear, selectHref, clearHref }: AnswerProps) {
  return (
    // Outside of the form: a card counts on its own what is selected in it.
    <div className="panel">
      <form method="post" action={action} name={rowsKey} data-selection="">
        <RowsKey name={rowsKey} />
        {groups.length === 0 ? null : (
          <section aria-labelledby="listed-title">
            <div className="panel-head">
              <h2 id="listed-title">Licenses and cards</h2>
              <SelectLinks what="everybody" selectHref={selectHref} clearHref={clearHref} />
            </div>
            {groups.map(group => (
              <PeopleGroup key={group.id} {...group} />
            ))}
          </section>
        )}
        {unclear === undefined ? null : <PeopleGroup {...unclear} />}
        <SelectionBar label="Review selected" />
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

function PeopleGroup({ id, title, count, hint, rows, others, ...links }: LeaversGroup) {
  const isSelectable = rows.some(({ selection }) => selection !== undefined);
  return (
    <section aria-labelledby={`${id}-title`} id={id}>
      <div className="panel-head">
        <h3 id={`${id}-title`}>
          {title} <span className="count">{count}</span>
        </h3>
        {isSelectable ? <SelectLinks what={title} {...links} /> : null}
        {hint === undefined ? null : <p className="hint people-hint">{hint}</p>}
      </div>
      <ul className="people">
        {rows.map(({ key, email, what, activity, reason, selection }) => (
          <li key={key}>
            {selection === undefined ? (
              <span />
            ) : (
              <SelectRow {...selection} label={`Select the ${what.toLowerCase()} of ${email}`} />
            )}
            <div>
              <PersonText text={email} /> {reason === undefined ? null : <p className="hint">{reason}</p>}
            </div>{' '}
            <span>{what}</span> {activity === undefined ? null : <span>{activity}</span>}
          </li>
        ))}
      </ul>
      {others === undefined ? null : (
        <details className="panel-body">
          <summary>{others.title}</summary>
          <Lines {...others} />
        </details>
      )}
    </section>
  );
}

/** How many lines are shown at once. */
const SHOWN_LINES = 10;

function Lines({ id, title, hint, lines }: LinesProps) {
  return (
    <div className="people-form">
      <h2 id={`${id}-title`}>{title}</h2>
      {hint === undefined ? null : <p className="hint">{hint}</p>}
      <textarea
        readOnly
        rows={Math.min(lines.length, SHOWN_LINES)}
        aria-labelledby={`${id}-title`}
        spellCheck={false}
        defaultValue={lines.join('\n')}
      />
      <CopyButton kind={`the list ${title}`} label="Copy" />
    </div>
  );
}

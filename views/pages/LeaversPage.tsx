import { paths } from '../../shared/paths';
import { Alert } from '../components/Alert';
import { type RowSelection, SelectionBar, SelectRow } from '../components/Selection';
import { Layout, type PageProps } from '../Layout';

/** The names of the form's fields. */
export const leaversFields = { people: 'people', file: 'file', direction: 'direction' } as const;

const directions = [
  ['left', 'have left: show what they have'],
  ['stay', 'may stay: show who else has something'],
] as const;

/** Whether to find the items of the people in the list, or those of all others. */
export type PeopleDirection = (typeof directions)[number][0];

export interface PeopleFormProps {
  /** Why the form was rejected; undefined at first. */
  readonly problem: string | undefined;
  readonly people: string;
  readonly direction: PeopleDirection;
  /** The maximum number of addresses, for instance '10,000'. */
  readonly limit: string;
}

export type LeaversContent =
  | ({ readonly state: 'form' } & PeopleFormProps)
  | {
      readonly state: 'answer';
      /** For instance '40 people in this list'. */
      readonly peopleCount: string;
      readonly summary: string;
      /** Products whose lists could not be fetched. */
      readonly failures: readonly string[];
      /** Shown when more items were found than one run can remove. */
      readonly truncationNote: string | undefined;
      readonly action: string;
      readonly groups: readonly LeaversGroup[];
    };

export interface LeaversGroup {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly LeaversRow[];
}

interface LeaversRow {
  readonly email: string;
  readonly what: string;
  readonly activity: string;
  readonly selection: RowSelection;
}

/** The form for a list of people, and the licenses and cards that belong to them, or to all others. */
export function LeaversPage({ layout, content }: PageProps<LeaversContent>) {
  return (
    <Layout {...layout}>
      {content.state === 'form' ? <PeopleForm {...content} /> : <Answer {...content} />}
    </Layout>
  );
}

function PeopleForm({ problem, people, direction, limit }: PeopleFormProps) {
  return (
    <section className="card card-body" aria-label="List of people">
      {problem === undefined ? null : <Alert kind="error">{problem}</Alert>}
      {/* The file comes last: the fields before it are parsed even if it is too large. */}
      <form method="post" action={paths.leavers} encType="multipart/form-data" className="people-form">
        <fieldset>
          <legend>These people</legend>
          {directions.map(([value, label]) => (
            <label key={value}>
              <input
                type="radio"
                name={leaversFields.direction}
                value={value}
                defaultChecked={value === direction}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        <label htmlFor="people">Email addresses</label>
        <textarea
          id="people"
          name={leaversFields.people}
          rows={12}
          aria-describedby="people-hint"
          spellCheck={false}
          defaultValue={people}
        />
        <p className="hint" id="people-hint">
          Paste any text that contains the addresses: an email, a column of a spreadsheet, a CSV file. Up to{' '}
          {limit} addresses are read. The text is not stored.
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
          A text or CSV file of up to 1 MB. Its addresses are added to those that you paste.
        </p>
        <button type="submit" className="button primary">
          Check
        </button>
      </form>
    </section>
  );
}

function Answer({
  peopleCount,
  summary,
  failures,
  truncationNote,
  action,
  groups,
}: Extract<LeaversContent, { state: 'answer' }>) {
  return (
    <>
      <section className="card card-body" aria-label="Answer">
        {failures.map(failure => (
          <Alert key={failure} kind="error">
            {failure}
          </Alert>
        ))}
        <p className="strong">{peopleCount}</p>
        <p>{summary}</p>
        {truncationNote === undefined ? null : <p>{truncationNote}</p>}
        <p>
          <a href={paths.leavers}>Check another list</a>
        </p>
      </section>
      {groups.length === 0 ? null : (
        <form method="post" action={action} className="card" data-selection="">
          {groups.map(group => (
            <PeopleGroup key={group.id} {...group} />
          ))}
          <SelectionBar />
        </form>
      )}
    </>
  );
}

function PeopleGroup({ id, title, rows }: LeaversGroup) {
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 className="people-title" id={`${id}-title`}>
        {title}
      </h2>
      <ul className="people">
        {rows.map(({ email, what, activity, selection }) => (
          <li key={`${selection.name} ${selection.id}`}>
            <SelectRow {...selection} label={`Select the ${what.toLowerCase()} of ${email}`} />
            <bdi dir="ltr">{email}</bdi> <span>{what}</span> <span>{activity}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { leaversFields, type PeopleDirection, peopleDirections } from '../../shared/leavers';
import { paths } from '../../shared/paths';
import { Alert } from '../components/Alert';
import { type FormFields, HiddenFields } from '../components/HiddenFields';

const directionLabels: Readonly<Record<PeopleDirection, string>> = {
  left: 'People who have left: find their licenses and cards',
  stay: 'Current staff: find everyone else’s licenses and cards',
};

export interface PeopleFormProps {
  /** Why the last list cannot be used; undefined at first. */
  readonly problem: string | undefined;
  /** Undefined until it is chosen. */
  readonly direction: PeopleDirection | undefined;
  /** The maximum number of addresses, for instance '10,000'. */
  readonly limit: string;
}

/** The form for a list of people. */
export function PeopleForm({ problem, direction, limit }: PeopleFormProps) {
  return (
    <section className="panel panel-body" aria-label="List of people">
      {problem === undefined ? null : (
        <>
          <Alert kind="error">{problem}</Alert>
          <p>Your text was not saved. Go back to correct it; most browsers restore it.</p>
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
          {limit} addresses are read. Addresses are kept for 30 minutes; the text is not kept.
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
          A text or CSV file, or a saved email, up to 1 MB. Its addresses are added to those that you paste.
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

/** A list whose form did not say whether its people have left. */
export interface UndirectedProps {
  /** The ID of the answer. */
  readonly answer: string;
  /** For instance '3 addresses were read.' */
  readonly read: string;
}

/** Asks for the direction of a list that was sent without one. */
export function Undirected({ answer, read }: UndirectedProps) {
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

/** The columns of a table that have addresses. */
export interface ColumnChoice {
  readonly hidden: FormFields;
  readonly options: readonly { readonly value: string; readonly label: string; readonly isChosen: boolean }[];
}

/** Asks which column of a table has the people who have left. */
export function Choice({ hidden, options }: ColumnChoice) {
  return (
    <section className="panel panel-body" aria-label="Column">
      <form method="get" action={paths.leavers} className="people-form">
        <HiddenFields fields={hidden} />
        <fieldset>
          <legend>Which column lists the people who have left?</legend>
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

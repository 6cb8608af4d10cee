import { paths } from '../../shared/paths';
import { Alert } from '../components/Alert';
import { type RowSelection, SelectRow } from '../components/Selection';
import { Layout, type LayoutProps } from '../Layout';

export type LeaversContent =
  | { readonly state: 'form'; readonly problem?: string }
  | {
      readonly state: 'answer';
      /** '40 people in this list' */
      readonly read: string;
      readonly sentence: string;
      /** Products whose lists could not be fetched. */
      readonly failures: readonly string[];
      /** Said when more was found than one run removes. */
      readonly cut: string | undefined;
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

interface Props {
  readonly layout: LayoutProps;
  readonly content: LeaversContent;
}

/** Takes a list of people, and says which licenses and cards are theirs, or are not. */
export function LeaversPage({ layout, content }: Props) {
  return (
    <Layout {...layout}>
      {content.state === 'form' ? <PeopleForm {...content} /> : <Answer {...content} />}
    </Layout>
  );
}

function PeopleForm({ problem }: { readonly problem?: string }) {
  return (
    <section className="card card-body" aria-label="List of people">
      {problem === undefined ? null : <Alert kind="error">{problem}</Alert>}
      <form method="post" action={paths.leavers} className="people-form">
        <label htmlFor="people">Email addresses</label>
        <textarea
          id="people"
          name="people"
          rows={12}
          required
          aria-describedby="people-hint"
          spellCheck={false}
        />
        <p className="hint" id="people-hint">
          Paste anything that has the addresses in it: a mail, a column of a spreadsheet, a CSV file. Up to
          10,000 are read. Nothing of it is stored.
        </p>
        <fieldset>
          <legend>These people</legend>
          <label>
            <input type="radio" name="direction" value="left" defaultChecked /> have left: show what they have
          </label>
          <label>
            <input type="radio" name="direction" value="stay" /> may stay: show who else has something
          </label>
        </fieldset>
        <button type="submit" className="button primary">
          Check
        </button>
      </form>
    </section>
  );
}

function Answer({
  read,
  sentence,
  failures,
  cut,
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
        <p className="strong">{read}</p>
        <p>{sentence}</p>
        {cut === undefined ? null : <p>{cut}</p>}
        <p>
          <a href={paths.leavers}>Check another list</a>
        </p>
      </section>
      {groups.length === 0 ? null : (
        <form method="post" action={action} className="card" data-selection="">
          {groups.map(group => (
            <PeopleGroup key={group.id} {...group} />
          ))}
          <div className="selection-bar">
            <span className="selection-count" role="status" data-select-count="" />
            <button type="submit" className="button" data-select-submit="">
              Deactivate selected
            </button>
          </div>
        </form>
      )}
    </>
  );
}

function PeopleGroup({ id, title, rows }: LeaversGroup) {
  return (
    <section className="review" aria-labelledby={`${id}-title`}>
      <h2 className="people-title" id={`${id}-title`}>
        {title}
      </h2>
      <ul className="people">
        {rows.map(({ email, what, activity, selection }) => (
          <li key={`${selection.name} ${selection.id}`}>
            <SelectRow selection={selection} what={`the ${what.toLowerCase()} of ${email}`} />
            <bdi dir="ltr">{email}</bdi> <span>{what}</span> <span>{activity}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { ArrowLeftRight, ClockAlert, Download } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { type ListSubject, leaversFields } from '../../shared/leavers';
import { paths, withParameter } from '../../shared/paths';
import { AccountField } from '../Account';
import { Alert, Alerts, Failure, type FailureProps } from '../components/Alert';
import { CopyButton } from '../components/CopyButton';
import { FoldedTexts, type TextGroup } from '../components/FoldedTexts';
import { HiddenFields } from '../components/HiddenFields';
import { invalidField } from '../components/invalid-field';
import { LinkButton } from '../components/LinkButton';
import { Notice } from '../components/Notice';
import { Pages, type PaginationProps } from '../components/Pagination';
import { PeopleTable, type PeopleTableProps } from '../components/PeopleTable';
import { PersonText } from '../components/PersonText';
import { Select } from '../components/Select';
import { RowsKey, SelectionBar } from '../components/Selection';
import { Layout, type PageProps } from '../Layout';

export type LeaversContent =
  | ({ readonly state: 'form' } & FormProps)
  | { readonly state: 'ended' }
  | ({ readonly state: 'result' } & ResultProps);

interface FormProps {
  readonly subject: ListSubject;
  /** Why the last list was not read; undefined at first. */
  readonly problem: string | undefined;
  /** Whether the problem is that of a file. */
  readonly isOfFile: boolean;
  /** The pasted text. */
  readonly text: string;
}

interface ResultProps {
  readonly notRead: readonly TextGroup[];
  /** The result as a sentence, with the figure that it begins with. */
  readonly figure: string;
  readonly sentence: string;
  /** For example: '3 addresses were not found.' */
  readonly missingText: string | undefined;
  /** For example: '4 lines have no address.' */
  readonly noAddressText: string | undefined;
  readonly notes: readonly string[];
  /** The products whose lists could not be fetched. */
  readonly failures: readonly FailureProps[];
  readonly title: string;
  /** How many people have a license or a card; undefined for nobody. */
  readonly count: string | undefined;
  /** Selects everybody, or nobody; undefined if nobody was found. */
  readonly select: { readonly label: string; readonly href: string } | undefined;
  readonly clearHref: string;
  readonly choice: TableChoice | undefined;
  /** The people of this page; undefined for nobody. */
  readonly people: PeopleTableProps | undefined;
  readonly pagination: PaginationProps | undefined;
  /** How many people are selected on other pages. */
  readonly selectedElsewhere: number;
  /** The URL of the review. */
  readonly action: string;
  /** Identifies the rows of the page. */
  readonly rowsKey: string;
  /** The stored selection that the page was shown with. */
  readonly selectionVersion: string;
  /** Whose rows these are. */
  readonly shown: readonly string[];
  readonly missing: {
    readonly count: string;
    readonly rows: readonly MissingPerson[];
    /** The file with all of them, if they are many. */
    readonly fileHref: string | undefined;
  };
  /** The people who are perhaps meant. They are never selected at first. */
  readonly perhaps: PeopleTableProps | undefined;
  readonly perhapsCount: string;
  readonly perhapsPagination: PaginationProps | undefined;
}

export interface TableChoice {
  readonly resultId: string;
  readonly person: readonly Option[];
  /** The rows to show, by a column and what is in it. */
  readonly rows: readonly Option[];
}

interface Option {
  readonly value: string;
  readonly label: string;
  readonly isChosen: boolean;
}

/** An address that nobody has, and a similar person. */
interface MissingPerson {
  readonly email: string;
  readonly near: { readonly email: string; readonly href: string; readonly holdings: string } | undefined;
}

/** The form for a list of people, and the licenses and cards of these people, or of everybody else. */
export function LeaversPage({ layout, content }: PageProps<LeaversContent>) {
  switch (content.state) {
    case 'form':
      return (
        <Layout {...layout}>
          <PeopleForm {...content} />
        </Layout>
      );
    case 'ended':
      return (
        <Layout {...layout}>
          <Notice
            icon={ClockAlert}
            title="This result has expired"
            text="A result can be viewed for an hour, in the session that sent the list. Send the list again."
            href={paths.leavers}
            label="Check a list"
          />
        </Layout>
      );
    case 'result':
      return (
        <Layout
          {...layout}
          actions={<LinkButton href={paths.leavers} icon={ArrowLeftRight} label="Use another list" />}
        >
          <Result {...content} />
        </Layout>
      );
  }
}

const forms = {
  left: {
    label: 'People who have left',
    hint: 'Their email addresses, one per line, or an email or a table that contains them.',
    button: 'Find their licenses and cards',
    other: { subject: 'stay', label: 'Have a list of current staff instead?' },
  },
  stay: {
    label: 'Current staff',
    hint: 'The email addresses of all current staff. Everybody else with a license or a card is listed.',
    button: 'Find everybody else',
    other: { subject: 'left', label: 'Have a list of people who have left instead?' },
  },
} as const;

function PeopleForm({ subject, problem, isOfFile, text }: FormProps) {
  const { label, hint, button, other } = forms[subject];
  return (
    <div className="column">
      <form
        method="post"
        action={paths.leavers}
        encType="multipart/form-data"
        className="panel panel-body stack"
        data-busy-form="reads"
      >
        {problem === undefined ? null : (
          <Alert kind="error" id="problem">
            {problem}
          </Alert>
        )}
        <AccountField />
        <HiddenFields fields={[[leaversFields.list, subject]]} />
        <label htmlFor="people">{label}</label>
        <p id="people-hint" className="muted">
          {hint}
        </p>
        <textarea
          id="people"
          name={leaversFields.people}
          rows={10}
          placeholder="ada.byron@company.example"
          aria-describedby="people-hint"
          spellCheck={false}
          defaultValue={text}
          {...(problem !== undefined && !isOfFile && invalidField)}
        />
        {/* The file comes last: the fields before it are read even if it is too large. */}
        <label htmlFor="file">Or a file</label>
        <p id="file-hint" className="muted">
          .txt, .csv or .xlsx
        </p>
        <input
          id="file"
          type="file"
          name={leaversFields.file}
          accept=".txt,.csv,.tsv,.xlsx,.xlsm,text/plain,text/csv"
          aria-describedby="file-hint"
          {...(isOfFile && invalidField)}
        />
        <p className="actions">
          <button type="submit" className="button primary">
            {button}
          </button>
          <span className="hint">Nothing is removed yet.</span>
        </p>
      </form>
      <p>
        <a href={withParameter(paths.leavers, leaversFields.list, other.subject)}>{other.label}</a>
      </p>
    </div>
  );
}

function Result(result: ResultProps) {
  const { figure, sentence, missingText, noAddressText, failures, notes, shown, choice, missing, notRead } =
    result;
  return (
    <>
      <p className="sentence">
        <strong>{figure}</strong> {sentence}{' '}
        {missingText === undefined ? null : <a href="#not-found">{missingText}</a>}{' '}
        {noAddressText === undefined ? null : <a href="#not-read">{noAddressText}</a>}
      </p>
      {failures.map(failure => (
        <Failure key={failure.text} {...failure} />
      ))}
      <Alerts kind="info" texts={notes} />
      {shown.length === 0 && choice === undefined ? null : <FoundPeople {...result} />}
      {missing.rows.length === 0 ? null : <NotFoundPeople {...missing} />}
      <FoldedTexts id="not-read" groups={notRead} />
    </>
  );
}

/** The ID of the form, which is also sent to the other pages: they keep what is selected. */
const FORM = 'people-found';

/** The people who have licenses or cards, to select them for a review. */
function FoundPeople(result: ResultProps) {
  const { title, count, select, choice, people, pagination, action, rowsKey, shown, clearHref } = result;
  const { perhaps, perhapsCount, perhapsPagination, selectedElsewhere, selectionVersion } = result;
  return (
    <section className="panel list-container" id="found" aria-labelledby="found-title">
      <div className="panel-head">
        <h2 id="found-title">
          {title} {count === undefined ? null : <span className="hint">{count}</span>}
        </h2>
        {select === undefined ? null : <LinkButton {...select} />}
      </div>
      {choice === undefined ? null : <Choice {...choice} />}
      {shown.length === 0 ? null : (
        <form
          method="post"
          action={action}
          name={rowsKey}
          id={FORM}
          data-selection=""
          data-busy-form="reads"
          data-selected={selectedElsewhere > 0 ? '' : undefined}
          data-selected-elsewhere={selectedElsewhere}
        >
          <RowsKey name={rowsKey} />
          <AccountField />
          <HiddenFields
            fields={[['selection', selectionVersion], ...shown.map(email => ['shown', email] as const)]}
          />
          {people === undefined ? null : <PeopleTable {...people} />}
          {perhaps === undefined ? null : (
            <>
              <div className="panel-head">
                <h3 id="perhaps">
                  {perhaps.caption} <span className="hint">{perhapsCount}</span>
                </h3>
              </div>
              <PeopleTable {...perhaps} />
            </>
          )}
          <SelectionBar clearHref={clearHref} elsewhere={selectedElsewhere} />
        </form>
      )}
      {/* Behind the form, whose first button reviews the removal: Enter presses it. */}
      {pagination && <Pages {...pagination} form={FORM} />}
      {perhapsPagination && <Pages {...perhapsPagination} form={FORM} />}
    </section>
  );
}

/** Chooses the column with the person and the rows. */
function Choice({ resultId, person, rows }: TableChoice) {
  return (
    <form method="get" action={`${paths.leavers}#found`} className="leavers-choice" data-submit-on-change="">
      <HiddenFields fields={[['result', resultId]]} />
      <label htmlFor="choice-column">Column with the person</label>
      <Select id="choice-column" name="column" value={chosenOf(person)} options={person} />
      <label htmlFor="choice-rows">Rows to show</label>
      <span className="actions">
        <Select id="choice-rows" name="rows" value={chosenOf(rows)} options={rows} />
        <button type="submit" className="button">
          Show
        </button>
      </span>
    </form>
  );
}

const chosenOf = (options: readonly Option[]) => options.find(({ isChosen }) => isChosen)?.value ?? '';

function NotFoundPeople({ count, rows, fileHref }: ResultProps['missing']) {
  return (
    <section className="panel list-container" id="not-found" aria-labelledby="not-found-title">
      <div className="panel-head">
        <h2 id="not-found-title">
          Not found <span className="hint">{count}</span>
        </h2>
        {fileHref === undefined ? (
          <CopyButton kind="these addresses" label="Copy" from="not-found-emails" />
        ) : (
          <a className="button" href={fileHref} data-export="" data-busy-label="Downloading...">
            <Icon shape={Download} />
            <span>Download all {count} (CSV)</span>
          </a>
        )}
      </div>
      <table className="table list not-found">
        <caption className="visually-hidden">Addresses that were not found, and similar people</caption>
        <tbody>
          {rows.map(({ email, near }) => (
            <tr key={email}>
              <th scope="row">
                <PersonText text={email} />
              </th>
              {near === undefined ? (
                <td>Nothing similar</td>
              ) : (
                <td>
                  Perhaps{' '}
                  <a href={near.href}>
                    <PersonText text={near.email} />
                  </a>{' '}
                  in People <span className="hint">{near.holdings}</span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {fileHref === undefined ? (
        <textarea
          id="not-found-emails"
          hidden
          readOnly
          aria-label="All addresses that were not found"
          defaultValue={rows.map(({ email }) => email).join('\n')}
        />
      ) : null}
    </section>
  );
}

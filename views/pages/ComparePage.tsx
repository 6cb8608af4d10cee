import { Check, Printer, Upload } from 'lucide-react';
import { paths } from '../../shared/paths';
import { Alert, Alerts } from '../components/Alert';
import { LinkButton } from '../components/LinkButton';
import { type ListContent, TableSection } from '../components/ListSection';
import { type Metric, Metrics } from '../components/Metrics';
import { PersonText } from '../components/PersonText';
import { PrintButton } from '../components/PrintButton';
import { BarChart, type BarChartProps } from '../components/plots/BarChart';
import { PlotHead } from '../components/plots/PlotHead';
import { Layout, type PageProps } from '../Layout';
import { type ComparedKind, type ComparedRow, comparedColumns } from './compared-columns';

/** The names of the form's fields. */
export const compareFields = {
  before: 'before',
  beforeDay: 'beforeDay',
  after: 'after',
  afterDay: 'afterDay',
} as const;

export interface CompareFormProps {
  /** Why the form was rejected; undefined at first. */
  readonly problem: string | undefined;
  /** The days that were typed. */
  readonly beforeDay: string;
  readonly afterDay: string;
}

export type CompareContent = ({ readonly state: 'form' } & CompareFormProps) | ComparisonProps;

interface ComparisonProps {
  /** On a page to print, there is nothing to click. */
  readonly state: 'comparison' | 'print';
  readonly kind: ComparedKind;
  /** For instance '23 November 2026'. */
  readonly today: string;
  readonly address: string;
  readonly printHref: string;
  readonly summary: readonly SummaryPart[];
  readonly metrics: readonly Metric[];
  /** Notes without which the figures would mislead. */
  readonly notes: readonly string[];
  /** How many people brought how much, for each of what is counted. */
  readonly charts: readonly BarChartProps[];
  readonly groups: readonly ChangedPeople[];
  readonly lists: Readonly<Record<'people' | 'unclear', ListContent<ComparedRow> | undefined>>;
}

/** The first of those who joined, or of those who left. */
export interface ChangedPeople {
  readonly title: string;
  readonly count: string;
  /** Names their figures; undefined if nothing is counted. */
  readonly caption: string | undefined;
  readonly people: readonly {
    readonly id: string;
    readonly name: string;
    readonly count: string | undefined;
  }[];
  /** The list of all; undefined if no others are in it. */
  readonly allHref: string | undefined;
}

export interface SummaryPart {
  readonly text: string;
  readonly isStrong: boolean;
}

/** The form for one or two exports, and what has changed between them. */
export function ComparePage({ layout, content }: PageProps<CompareContent>) {
  return content.state === 'form' ? (
    <Layout {...layout}>
      <CompareForm {...content} />
    </Layout>
  ) : (
    <Layout {...layout} actions={<Actions {...content} fileTitle={`${layout.title}, ${layout.subtitle}`} />}>
      <Comparison {...content} />
    </Layout>
  );
}

function CompareForm({ problem, beforeDay, afterDay }: CompareFormProps) {
  return (
    <div className="two-columns">
      <section className="panel panel-body" aria-label="Exports">
        {problem === undefined ? null : <Alert kind="error">{problem}</Alert>}
        {/* The files come last: the fields before them are parsed even if they are too large. */}
        <form method="post" action={paths.compare} encType="multipart/form-data" className="people-form">
          <ExportFields
            name="before"
            label="An earlier export (CSV)"
            hint="For example licenses-export-2026-10-23.csv, up to 5 MB."
            typed={beforeDay}
            isRequired
          />
          <ExportFields
            name="after"
            label="A later export (optional)"
            hint="Of the same list. Leave it empty to compare with today."
            typed={afterDay}
          />
          <button type="submit" className="button primary">
            Compare
          </button>
        </form>
      </section>
      <section className="panel panel-body" aria-labelledby="expectations">
        <h2 id="expectations">What you will see</h2>
        <ul className="expectations">
          {[
            'Who joined and who left since that day',
            'How many leads or profile visits each person added',
            'Totals for a report, to print or as CSV',
          ].map(text => (
            <li key={text}>
              <Check aria-hidden="true" size={18} />
              {text}
            </li>
          ))}
        </ul>
        <p className="hint">
          Every export of this portal can be compared: of licenses, cards and people. Files are not stored.
          The comparison is available for 30 minutes.
        </p>
      </section>
    </div>
  );
}

interface ExportFieldsProps {
  readonly name: 'before' | 'after';
  readonly label: string;
  readonly hint: string;
  readonly typed: string;
  readonly isRequired?: boolean;
}

function ExportFields({ name, label, hint, typed, isRequired = false }: ExportFieldsProps) {
  const file = compareFields[name];
  const day = compareFields[`${name}Day`];
  return (
    <fieldset className="export-fields">
      <legend>{label}</legend>
      <div>
        <label htmlFor={file}>File</label>
        <input
          id={file}
          type="file"
          name={file}
          required={isRequired}
          accept="text/*,.csv,.tsv,.txt"
          aria-describedby={`${file}-hint`}
        />
        <p className="hint" id={`${file}-hint`}>
          {hint}
        </p>
      </div>
      <div>
        <label htmlFor={day}>Made on</label>
        <input id={day} type="date" name={day} defaultValue={typed} aria-describedby={`${day}-hint`} />
        <p className="hint" id={`${day}-hint`}>
          Only needed if the file name has no date.
        </p>
      </div>
    </fieldset>
  );
}

interface ActionsProps extends Pick<ComparisonProps, 'state' | 'address' | 'printHref'> {
  readonly fileTitle: string;
}

function Actions({ state, address, printHref, fileTitle }: ActionsProps) {
  return state === 'print' ? (
    <>
      <LinkButton href={address} label="Back to the comparison" />
      <PrintButton fileTitle={fileTitle} />
    </>
  ) : (
    <>
      <LinkButton href={paths.compare} icon={Upload} label="Compare another file" />
      <LinkButton href={printHref} icon={Printer} label="Print" look="primary" />
    </>
  );
}

function Comparison({ state, kind, summary, metrics, notes, charts, groups, lists }: ComparisonProps) {
  return (
    <>
      <Alerts kind="info" texts={notes} />
      <section className="panel panel-body" aria-labelledby="what-changed">
        <h2 className="visually-hidden" id="what-changed">
          What changed
        </h2>
        <p className="comparison-summary">
          {summary.map(({ text, isStrong }) => (isStrong ? <strong key={text}>{text}</strong> : text))}
        </p>
        <hr />
        <Metrics metrics={metrics} />
      </section>
      {charts.length + groups.length === 0 ? null : (
        <div className="compared">
          {charts.map(chart => (
            <section key={chart.title} className="panel panel-body" aria-label={chart.title}>
              <PlotHead {...chart} />
              <BarChart {...chart} isTall />
            </section>
          ))}
          {groups.length === 0 ? null : (
            <div className="compared">
              {groups.map(group => (
                <ChangedSection key={group.title} {...group} />
              ))}
            </div>
          )}
        </div>
      )}
      <div className={state === 'print' ? 'printed-lists' : undefined}>
        {(['people', 'unclear'] as const).map(each => (
          <TableSection
            key={each}
            list={lists[each]}
            columns={comparedColumns({ kind, name: each, list: lists[each] })}
          />
        ))}
      </div>
    </>
  );
}

function ChangedSection({ title, count, caption, people, allHref }: ChangedPeople) {
  return (
    <section className="panel panel-body" aria-label={title}>
      <div className="plot-head">
        <h3>
          {title} <span className="count">{count}</span>
        </h3>
        {caption === undefined ? null : <p className="hint">{caption}</p>}
      </div>
      <ul className="compared-people">
        {people.map(({ id, name, count: figure }) => (
          <li key={id}>
            <PersonText text={name} /> {figure === undefined ? null : <strong>{figure}</strong>}
          </li>
        ))}
      </ul>
      {allHref === undefined ? null : (
        <p>
          <a className="button small" href={allHref}>
            Show all {count}
            <span className="visually-hidden"> of {title.toLowerCase()}</span>
          </a>
        </p>
      )}
    </section>
  );
}

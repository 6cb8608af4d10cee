import { ArrowRightLeft, Minus, Plus } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { paths, withParameter } from '../../shared/paths';
import type { ProductKey } from '../../shared/products';
import { AccountField } from '../Account';
import { Alert, Alerts } from '../components/Alert';
import { ExportMenu } from '../components/ExportMenu';
import type { FigureProps } from '../components/Figure';
import { invalidField } from '../components/invalid-field';
import { type KeyFigure, KeyFigures } from '../components/KeyFigures';
import { LinkButton } from '../components/LinkButton';
import { type ListContent, TableSection } from '../components/ListSection';
import { figureColumn, type TableColumn } from '../components/ListTable';
import { Person, type PersonProps } from '../components/Person';
import { EmailAddress } from '../components/PersonText';
import type { FilterLink } from '../components/plots/UsageBar';
import { Layout, type PageProps } from '../Layout';

/** The names of the form's fields. */
export const compareFields = { day: 'day', file: 'file' } as const;

/** The columns of figures. The first three count leads or, for cards, visits. */
export type ComparedFigure = 'before' | 'after' | 'growth' | 'visitsBefore' | 'visitsAfter' | 'visitsGrowth';
export type ComparedSort = ComparedFigure | 'person';

/** A person, or a license or card without an address. */
export interface ComparedRow extends Readonly<Record<ComparedFigure, FigureProps>> {
  readonly person: PersonProps;
  /** A difference other than the totals, such as “Name was “Ada B.””. */
  readonly note: string;
  /** Says that the person joined, or left; empty otherwise. */
  readonly joined: string;
  readonly left: string;
}

type ExportedList = 'licenses' | 'cards' | 'people';

export type CompareContent =
  | {
      readonly state: 'form';
      /** Why the file was rejected; undefined at first. */
      readonly problem: string | undefined;
      /** The day of the export, as it was typed. */
      readonly typedDay: string;
      /** Whether the export has no day, or a future one. */
      readonly needsDay: boolean;
      /** The list that the page was opened from. */
      readonly of: ExportedList | undefined;
      readonly hint: string;
      /** Downloads today's list. */
      readonly todayHref: string;
    }
  | ({ readonly state: 'comparison' } & Comparison);

interface Comparison {
  readonly kind: ExportedList;
  /** Selects the columns. */
  readonly counted: keyof typeof columns;
  /** For example: '23 October 2026 against today, 23 November 2026'. */
  readonly days: string;
  readonly againHref: string;
  readonly summary: readonly SummaryPart[];
  readonly figures: readonly KeyFigure[];
  /** Notes without which the figures would mislead. */
  readonly notes: readonly string[];
  readonly tabs: readonly FilterLink[];
  readonly people: ListContent<ComparedRow> | undefined;
}

export interface SummaryPart {
  readonly text: string;
  readonly isStrong: boolean;
}

/** The form for an earlier export, and the changes since then. */
export function ComparePage({ layout, content }: PageProps<CompareContent>) {
  if (content.state === 'form') {
    return (
      <Layout {...layout}>
        <CompareForm {...content} />
      </Layout>
    );
  }
  const { people, againHref } = content;
  const exports = people && 'exports' in people ? people.exports : undefined;
  return (
    <Layout
      {...layout}
      actions={
        <>
          <LinkButton href={againHref} icon={ArrowRightLeft} label="Use another export" />
          {exports === undefined ? null : <ExportMenu {...exports} variant="primary" />}
        </>
      }
    >
      <ComparedPeople {...content} />
    </Layout>
  );
}

function CompareForm({
  problem,
  typedDay,
  needsDay,
  of,
  hint,
  todayHref,
}: Extract<CompareContent, { state: 'form' }>) {
  const action = of === undefined ? paths.compare : withParameter(paths.compare, 'of', of);
  return (
    <section className="panel panel-body column" aria-label="An earlier export">
      {problem === undefined ? null : (
        <Alert kind="error" id="problem">
          {problem}
        </Alert>
      )}
      <form
        method="post"
        action={action}
        encType="multipart/form-data"
        className="stack"
        data-busy-form="reads"
      >
        <AccountField />
        <label htmlFor="export">An earlier export</label>
        <p className="hint" id="export-hint">
          {hint}
        </p>
        <input
          id="export"
          type="file"
          name={compareFields.file}
          required
          accept=".csv,.tsv,.txt,.xlsx"
          aria-describedby="export-hint"
        />
        <label htmlFor="day">Day of the export</label>
        <p className="hint" id="day-hint">
          Only if the name of its file has no date.
        </p>
        <input
          id="day"
          type="date"
          name={compareFields.day}
          defaultValue={typedDay}
          required={needsDay}
          aria-describedby="day-hint"
          {...(needsDay && invalidField)}
        />
        <div className="actions">
          <button type="submit" className="button primary" data-busy-label="Comparing...">
            <span>Compare with today</span>
          </button>
          <p className="hint">The file is not kept.</p>
        </div>
      </form>
      <p className="hint">
        No earlier export?{' '}
        <a href={todayHref} data-export="">
          Download today’s now
        </a>
        , for the next fair.
      </p>
    </section>
  );
}

function ComparedPeople({ counted, summary, figures, notes, tabs, people }: Comparison) {
  return (
    <>
      <p className="sentence">
        {summary.map(({ text, isStrong }) => (isStrong ? <strong key={text}>{text}</strong> : text))}
      </p>
      <Alerts kind="info" texts={notes} />
      <section className="panel strip" aria-label="Figures">
        <KeyFigures figures={figures} />
      </section>
      <TableSection list={people} columns={columns[counted]} tabs={tabs} />
    </>
  );
}

type ComparedColumn = TableColumn<ComparedRow, ComparedSort>;

const person: ComparedColumn = {
  key: 'person',
  label: 'Email',
  sort: 'person',
  cell: row => <EmailAddress {...row.person.email} />,
};

/** Licenses have no names. */
const namedPerson: ComparedColumn = {
  ...person,
  cell: row => <Person {...row.person} />,
};

/** Whether the person joined or left, or another difference. */
const change: ComparedColumn = {
  key: 'change',
  label: 'Change',
  kind: 'note',
  cell({ joined, left, note }) {
    if (joined !== '') {
      return (
        <span className="tag ok">
          <Icon shape={Plus} size={16} />
          {joined}
        </span>
      );
    }
    if (left !== '') {
      return (
        <span className="tag">
          <Icon shape={Minus} size={16} />
          {left}
        </span>
      );
    }
    return (
      note !== '' && (
        <bdi className="muted" title={note}>
          {note}
        </bdi>
      )
    );
  },
};

const leads: readonly ComparedColumn[] = [
  figureColumn('before', 'Leads then'),
  figureColumn('after', 'Leads now'),
  figureColumn('growth', 'Leads since'),
];

const columns: Readonly<Record<ProductKey | 'both', readonly ComparedColumn[]>> = {
  license: [person, change, ...leads],
  card: [
    namedPerson,
    change,
    figureColumn('before', 'Visits then'),
    figureColumn('after', 'Visits now'),
    figureColumn('growth', 'Visits since'),
  ],
  both: [
    namedPerson,
    change,
    ...leads,
    figureColumn('visitsBefore', 'Visits then'),
    figureColumn('visitsAfter', 'Visits now'),
    figureColumn('visitsGrowth', 'Visits since'),
  ],
};

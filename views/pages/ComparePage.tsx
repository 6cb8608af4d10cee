import { ArrowDownUp, ArrowRightLeft, type LucideIcon, ScanLine, Send, UserMinus, Users } from 'lucide-react';
import { Icon, SymbolIcon } from '../../client/Icon';
import { formatCount } from '../../shared/format-count';
import { paths } from '../../shared/paths';
import { anyOf, capitalize, type ProductKey, productTerms } from '../../shared/products';
import { AccountField } from '../Account';
import { Alert, Alerts, Failure } from '../components/Alert';
import { FailedSection } from '../components/FailedSection';
import { invalidField } from '../components/invalid-field';
import { type LineProps, Lines } from '../components/Line';
import { LinkButton } from '../components/LinkButton';
import { type ListContent, TableSection } from '../components/ListSection';
import type { TableColumn } from '../components/ListTable';
import { EmailAddress, type EmailParts } from '../components/PersonText';
import type { FilterBarProps } from '../components/plots/UsageBar';
import type { ConfirmDialogProps } from '../Island';
import { Layout, type PageProps } from '../Layout';
import { columnsOfPeople, type PersonRow, personFigures, productSets } from './PeoplePage';

/** The names of the fields of the form. */
export const listFields = { text: 'text', file: 'file' } as const;

export interface ComparedRow extends PersonRow {
  readonly line: readonly LineProps[];
}

export interface OtherAddressRow {
  readonly email: EmailParts;
  readonly line: readonly LineProps[];
}

export type CompareContent =
  | ({ readonly state: 'form' } & FormProps)
  | ({ readonly state: 'failed' } & Failures)
  | ({ readonly state: 'compared' } & ComparedProps & Failures);

interface FormProps {
  /** Why the last list was not read; undefined at first. */
  readonly problem: string | undefined;
  /** Says that a list is no longer available. */
  readonly notice?: string;
  readonly isOfFile: boolean;
  /** The pasted text. */
  readonly text: string;
  readonly products: readonly ProductKey[];
}

/** The first of some texts, closed. */
export interface FoldedTexts {
  /** The fragment of links to it. */
  readonly id: string;
  readonly summary: string;
  readonly texts: readonly string[];
  readonly count: number;
}

interface Failures {
  /** Says which products are not available. */
  readonly failures: readonly string[];
  readonly retryHref: string;
}

interface ComparedProps {
  readonly filter: FilterBarProps | undefined;
  readonly people: ListContent<ComparedRow> | undefined;
  /** The columns beside those of people (see `comparedColumns`). */
  readonly columns: string;
  /** The products whose columns of people are shown (see `columnsOfPeople`). */
  readonly products: string;
  /** Whether rows can be selected. */
  readonly selects: boolean;
  /** Says that the part in the URL needs a product that is not available. */
  readonly partProblem: { readonly text: string; readonly href: string } | undefined;
  readonly notes: readonly string[];
  /** The addresses that nobody has. */
  readonly others: ListContent<OtherAddressRow> | undefined;
  /** The lines without an address, and the words that are no address. */
  readonly folded: readonly FoldedTexts[];
  readonly dialogs: readonly ConfirmDialogProps[];
  readonly notice: string | undefined;
}

const line = {
  key: 'line',
  label: 'In your list',
  kind: 'line',
  sort: 'line',
  cell: ({ line: lines }) => <Lines lines={lines} />,
} as const satisfies TableColumn<Pick<ComparedRow, 'line'>, string>;

/** The figures of an export: since and then. */
function exportColumns(productKey: ProductKey): readonly TableColumn<ComparedRow, string>[] {
  const { activityNoun, comparedColumns } = productTerms[productKey];
  const activities = `${capitalize(activityNoun)}s`;
  return [
    personFigures(comparedColumns.since, `${activities} since`, line.label),
    personFigures(comparedColumns.before, `${activities} then`, line.label),
  ];
}

/** The columns beside those of people: the line, the figures of these products, or none. */
const comparedColumns: Readonly<Record<string, ReturnType<typeof columnsOfPeople<ComparedRow>>>> = {
  line: columnsOfPeople<ComparedRow>([line]),
  ...Object.fromEntries(
    productSets.map(products => [
      products.join(' '),
      columnsOfPeople<ComparedRow>(products.flatMap(exportColumns)),
    ]),
  ),
};

const otherColumns: readonly TableColumn<OtherAddressRow, string>[] = [
  { key: 'email', label: 'Email', sort: 'email', cell: ({ email }) => <EmailAddress {...email} /> },
  line,
];

/** The form for a list of people, or the company's people compared with it. */
export function ComparePage({ layout, content }: PageProps<CompareContent>) {
  if (content.state === 'form') {
    return (
      <Layout {...layout}>
        <div className="two-columns">
          <ListForm {...content} />
          <Uses products={content.products} />
        </div>
      </Layout>
    );
  }
  const actions = <LinkButton href={paths.compare} icon={ArrowRightLeft} label="Use another list" />;
  if (content.state === 'failed') {
    const { failures, retryHref } = content;
    return (
      <Layout {...layout} actions={actions}>
        <FailedSection title="People" message={failures.join(' ')} retryHref={retryHref} />
      </Layout>
    );
  }
  const { failures, retryHref, dialogs, notice, notes, partProblem, people, filter, others, folded } =
    content;
  const columns = comparedColumns[content.columns]?.[content.products] ?? [];
  return (
    <Layout {...layout} actions={actions} dialogs={dialogs} notice={notice}>
      {failures.map(failure => (
        <Failure key={failure} text={failure} retryHref={retryHref} />
      ))}
      <Alerts kind="info" texts={notes} />
      {partProblem === undefined ? (
        <TableSection
          list={people}
          icon={Users}
          filter={filter}
          columns={content.selects ? columns : columns.filter(({ kind }) => kind !== 'select')}
        />
      ) : (
        <FailedSection title="People" message={partProblem.text}>
          <div className="actions">
            <LinkButton href={partProblem.href} label="Show who is in your list" />
          </div>
        </FailedSection>
      )}
      <TableSection list={others} columns={otherColumns} />
      {folded.length === 0 ? null : (
        <section className="panel folded" aria-label="Not read">
          {folded.map(({ id, summary, texts, count }) => (
            <details key={id} id={id}>
              <summary>
                <SymbolIcon name="chevron" />
                {summary}
              </summary>
              <ul>
                {texts.map(text => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
              {count > texts.length ? (
                <p className="hint">and {formatCount(count - texts.length)} more</p>
              ) : null}
            </details>
          ))}
        </section>
      )}
    </Layout>
  );
}

function ListForm({ problem, notice, isOfFile, text }: FormProps) {
  return (
    <section className="panel panel-body" aria-label="Your list">
      <form
        method="post"
        action={paths.compare}
        encType="multipart/form-data"
        className="stack"
        data-busy-form="reads"
      >
        {problem === undefined ? null : (
          <Alert kind="error" id="problem">
            {problem}
          </Alert>
        )}
        <Alerts kind="info" texts={notice === undefined ? [] : [notice]} />
        <AccountField />
        <label htmlFor="text">List</label>
        <p className="hint" id="text-hint">
          An email, a table or addresses, just as they reached you.
        </p>
        <textarea
          id="text"
          name={listFields.text}
          rows={12}
          placeholder={'Hello,\nThese people leave us this month: …'}
          aria-describedby="text-hint"
          spellCheck={false}
          defaultValue={text}
          {...(problem !== undefined && !isOfFile && invalidField)}
        />
        <label htmlFor="file">Or a file</label>
        <p className="hint" id="file-hint">
          .xlsx, .csv, .tsv or .txt, up to 10 MB
        </p>
        <input
          id="file"
          type="file"
          name={listFields.file}
          accept=".xlsx,.csv,.tsv,.txt"
          aria-describedby="file-hint"
          {...(isOfFile && invalidField)}
        />
        <div className="actions">
          <button type="submit" className="button primary" data-busy-label="Comparing...">
            <span>Compare</span>
          </button>
          <p className="hint">Nothing is removed or sent.</p>
        </div>
      </form>
    </section>
  );
}

const uses = (products: readonly ProductKey[]): readonly (readonly [LucideIcon, string, string])[] => [
  [UserMinus, 'People who have left', `Who still has ${anyOf(products)}`],
  [Users, 'Current staff', 'Who has one but is not on the list'],
  [ScanLine, 'The team of a fair', `Who still needs ${anyOf(products.slice(0, 1))}`],
  [ArrowDownUp, 'An earlier export', 'What each person has added since'],
  [Send, 'People to invite', 'Who has none yet'],
];

function Uses({ products }: Pick<FormProps, 'products'>) {
  return (
    <section className="panel panel-body" aria-labelledby="uses">
      <h2 id="uses">What it is good for</h2>
      <dl className="uses">
        {uses(products).map(([icon, list, use]) => (
          <div key={list}>
            <dt>
              <Icon shape={icon} />
              {list}
            </dt>
            <dd>{use}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

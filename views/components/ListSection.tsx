import { Check, Inbox, type LucideIcon, Mail, Send, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useContext } from 'react';
import { Icon } from '../../client/Icon';
import { AccountContext } from '../Account';
import { Memo, type RowProps, Rows } from '../rendering';
import { CopyableId } from './CopyableId';
import { ExportMenu, type ExportMenuProps } from './ExportMenu';
import { FailedSection } from './FailedSection';
import { LinkButton } from './LinkButton';
import { type ListRow, ListTable, type SortLink, type TableColumn } from './ListTable';
import { Pagination, type PaginationProps } from './Pagination';
import { PersonText } from './PersonText';
import { PostForm } from './PostForm';
import { FilterBar, type FilterBarProps } from './plots/UsageBar';
import { SearchForm, type SearchFormProps } from './SearchForm';
import { SelectionForm, type SelectionProps } from './Selection';

/** A list, or the message that the backend sent none. */
export type ListContent<Row> = ReadableList<Row> | { readonly title: string; readonly unreadable: string };

interface ReadableList<Row> {
  /** The section's ID for URL fragments. */
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | undefined;
  /** The name of the list for screen readers. */
  readonly caption: string;
  /** How many rows are shown; without a search, only their number. */
  readonly countLine: string;
  readonly status: ListStatus | undefined;
  /** Only for a list with rows. */
  readonly search: Omit<SearchFormProps, 'sortBy'> | undefined;
  /** The choice of an order, if the list can be sorted. */
  readonly sortBy: { readonly name: string; readonly current: string } | undefined;
  readonly exports: ExportMenuProps;
  /** A sentence about the rows that are found, and the actions for all of them. */
  readonly answer: AnswerProps | undefined;
  /** A link beside its export. */
  readonly invitation?: { readonly label: string; readonly href: string } | undefined;
  /** Shown instead of the rows if there are none. */
  readonly empty: EmptyState | undefined;
  readonly pagination: PaginationProps | undefined;
  /** Only for a list that can be sorted. */
  readonly sorts: Readonly<Record<string, SortLink>> | undefined;
  /** Only for a list whose rows can be selected. */
  readonly selection: SelectionProps | undefined;
  readonly rows: readonly (Row & ListRow)[];
}

export interface ListStatus {
  readonly text: string;
  readonly hasFailed: boolean;
  /** The dialog that tries a failed removal again. */
  readonly retryHref: string | undefined;
}

export interface AnswerProps {
  /** Empty if the count line says it: the actions are then beside the search. */
  readonly sentence: readonly SentenceText[];
  /** What to check before acting on all rows. */
  readonly check?: readonly SentenceText[] | undefined;
  readonly actions: AllActionsProps | undefined;
}

/** A text of a sentence, which may be in bold, or a link. */
export interface SentenceText {
  readonly text: string;
  readonly isStrong?: boolean;
  readonly href?: string;
}

export interface EmptyState {
  readonly title: string;
  readonly hint: string;
  /** Where to look instead. */
  readonly link?: { readonly href: string; readonly label: string } | undefined;
}

interface Props<Row> {
  /** A hidden list is undefined. */
  readonly list: ListContent<Row> | undefined;
  /** Shown above the message that the list is empty. */
  readonly icon?: LucideIcon | undefined;
  /** The bar above the list, whose legend filters it. */
  readonly filter?: FilterBarProps | undefined;
  /** The columns that can be sorted, with their labels. */
  readonly orders?: readonly (readonly [column: string, label: string])[];
  /** Renders the rows, and the actions for selected ones. */
  readonly children: (list: ReadableList<Row>) => ReactNode;
}

/** A panel around a list: its title, exports, filter, search and pages. */
function ListSection<Row>({ list, icon, filter, orders = [], children }: Props<Row>) {
  const account = useContext(AccountContext);
  if (list === undefined) return null;
  if ('unreadable' in list) return <FailedSection title={list.title} message={list.unreadable} />;
  const { id, title, subtitle, countLine, status, search, sortBy, sorts } = list;
  const { answer, exports, invitation, empty, pagination, rows } = list;
  return (
    <section className="panel" id={id} aria-labelledby={`${id}-title`}>
      <Memo as="div" className="panel-head">
        <Head {...{ id, title, subtitle, countLine, status, invitation, exports }} />
      </Memo>
      {filter === undefined ? null : (
        <Memo as="div" className="list-filter">
          <FilterBar {...filter} />
        </Memo>
      )}
      {search === undefined ? null : (
        <Memo as="div" className="list-tools">
          <Tools
            search={{
              ...search,
              sortBy: sortBy && {
                name: sortBy.name,
                label: 'Sort by',
                value: '',
                options: bothOrders(
                  orders.filter(([column]) => sorts?.[column] !== undefined),
                  sortBy.current,
                ),
              },
            }}
            answer={answer}
            account={account}
          />
        </Memo>
      )}
      {rows.length > 0 ? children(list) : empty && <Empty icon={icon} {...empty} />}
      {pagination && <Pagination {...pagination} />}
    </section>
  );
}

/** The options of Sort by: each column in both directions. The value of the current one is empty: it changes nothing. */
function bothOrders(orders: readonly (readonly [column: string, label: string])[], current: string) {
  return orders
    .flatMap(([column, label]) => [
      { value: `${column}-desc`, label: `${label} ↓` },
      { value: `${column}-asc`, label: `${label} ↑` },
    ])
    .map(option => (option.value === current ? { ...option, value: '' } : option));
}

/** A table with more columns needs a wider window. */
const FEW_COLUMNS = 7;

/** The class that determines in which windows a table becomes blocks. */
function containerClass(columns: number): string | undefined {
  if (columns === 1) return undefined;
  return columns > FEW_COLUMNS ? 'list-container many-columns' : 'list-container';
}

interface TableSectionProps<Row, Sort extends string> extends Pick<Props<Row>, 'list' | 'icon' | 'filter'> {
  readonly columns: readonly TableColumn<Row, Sort>[];
}

/** A panel around a list that is a table. */
export function TableSection<Row extends object, Sort extends string>({
  columns,
  ...section
}: TableSectionProps<Row, Sort>) {
  const orders = columns.flatMap(({ sort, short = '', label, group }) => {
    if (sort === undefined) return [];
    return [[sort, group === undefined ? short || label : `${group}, ${label.toLowerCase()}`] as const];
  });
  return (
    <ListSection {...section} orders={orders}>
      {({ caption, sorts, rows, selection }) => {
        const table = <ListTable caption={caption} columns={columns} sorts={sorts} rows={rows} />;
        return (
          <div className={containerClass(columns.length)}>
            {selection ? <SelectionForm selection={selection}>{table}</SelectionForm> : table}
          </div>
        );
      }}
    </ListSection>
  );
}

export interface IdRow {
  readonly id: string;
}

/** A panel around a list of IDs, each with a button that copies it. */
export function IdListSection(section: Pick<Props<IdRow>, 'list' | 'icon'>) {
  return (
    <ListSection {...section}>
      {({ rows }) => (
        <Rows as="ul" className="id-list" rows={rows.map(({ id }) => ({ id }))} component={IdItem} />
      )}
    </ListSection>
  );
}

export function IdItem({ row }: RowProps<IdRow>) {
  return (
    <li>
      <CopyableId id={row.id} />
    </li>
  );
}

type HeadProps = Pick<
  ReadableList<unknown>,
  'id' | 'title' | 'subtitle' | 'countLine' | 'status' | 'invitation' | 'exports'
>;

function Head({ id, title, subtitle, countLine, status, invitation, exports }: HeadProps) {
  return (
    <>
      <div className="list-title">
        <h2 id={`${id}-title`}>{title}</h2>
        <p className="hint" role="status" data-focus-target={status === undefined ? undefined : ''}>
          {status === undefined ? null : <Status {...status} />}
          {countLine}
        </p>
        {subtitle === undefined ? null : <p className="hint">{subtitle}</p>}
      </div>
      <div className="actions">
        {invitation === undefined ? null : <LinkButton icon={Send} {...invitation} />}
        <ExportMenu {...exports} />
      </div>
    </>
  );
}

function Status({ text, hasFailed, retryHref }: ListStatus) {
  return (
    <strong className={hasFailed ? 'failed' : undefined}>
      <Icon shape={hasFailed ? TriangleAlert : Check} size={16} />
      <PersonText text={text} />{' '}
      {retryHref === undefined ? null : (
        <LinkButton href={retryHref} label="Try again" variant="small" />
      )}{' '}
    </strong>
  );
}

interface ToolsProps {
  readonly search: SearchFormProps;
  readonly answer: AnswerProps | undefined;
  /** Of the page, because a `Memo` has no context. */
  readonly account: string | undefined;
}

/** The part above a table: what a filter has found with the actions for all of it, and the search. */
function Tools({ search, answer, account }: ToolsProps) {
  const actions = answer?.actions && <AllActions {...answer.actions} account={account} />;
  const hasSentence = answer !== undefined && answer.sentence.length > 0;
  return (
    <>
      {hasSentence ? (
        <div className="between answer">
          <div>
            <p className="sentence">
              <Sentence texts={answer.sentence} />
            </p>
            {answer.check === undefined || answer.check.length === 0 ? null : (
              <p>
                <Sentence texts={answer.check} />
              </p>
            )}
          </div>
          {actions}
        </div>
      ) : null}
      <SearchForm {...search} />
      {hasSentence ? null : actions}
    </>
  );
}

function Sentence({ texts }: { readonly texts: readonly SentenceText[] }) {
  return texts.map(({ text, isStrong, href }) => {
    if (isStrong) return <strong key={text}>{text}</strong>;
    if (href === undefined) return text;
    return (
      <a key={text} href={href}>
        {text}
      </a>
    );
  });
}

interface AllActionsProps {
  /** How many rows match, such as “149”. */
  readonly found: string;
  /** The action of the forms about all rows that match. */
  readonly action: string;
  /** The account of the page, for a `Memo`. */
  readonly account?: string | undefined;
}

/** The actions for all rows that match, on this page and on others (P242). */
function AllActions({ found, action, account }: AllActionsProps) {
  return (
    <PostForm action={action} hidden={[['all', '1']]} account={account} className="actions">
      <button type="submit" className="button" name="ask" value="1">
        <Icon shape={Mail} />
        Ask all {found} first
      </button>
      <button type="submit" className="button" data-select-all="">
        Review all {found}
      </button>
    </PostForm>
  );
}

function Empty({ icon = Inbox, title, hint, link }: EmptyState & Pick<Props<unknown>, 'icon'>) {
  return (
    <div className="notice">
      <span className="tile">
        <Icon shape={icon} size={24} />
      </span>
      <h3>{title}</h3>
      <p>{hint}</p>
      {link === undefined ? null : <LinkButton {...link} />}
    </div>
  );
}

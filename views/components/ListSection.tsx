import { Inbox, type LucideIcon, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../client/Icon';
import { Memo, type RowProps, Rows } from '../rendering';
import { CopyableId } from './CopyableId';
import { ExportMenu, type ExportMenuProps } from './ExportMenu';
import { FailedSection } from './FailedSection';
import { LinkButton } from './LinkButton';
import { type Column, type ListRow, ListTable, type SortLink } from './ListTable';
import { Pagination, type PaginationProps } from './Pagination';
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
  /** How many rows there are in all. */
  readonly total: string;
  readonly countLine: string;
  /** Undefined when there is nothing to search. */
  readonly search: SearchFormProps | undefined;
  /** Undefined on a page to print. */
  readonly exports: ExportMenuProps | undefined;
  /** Shown instead of the rows if there are none. */
  readonly empty: EmptyState | undefined;
  readonly pagination: PaginationProps | undefined;
  /** Undefined for a list that cannot be sorted. */
  readonly sorts: Readonly<Record<string, SortLink>> | undefined;
  /** Undefined for a list whose rows cannot be selected. */
  readonly selection: SelectionProps | undefined;
  readonly rows: readonly (Row & ListRow)[];
}

interface EmptyState {
  readonly title: string;
  readonly hint: string;
  /** How people get what is listed, and the page that helps them to. */
  readonly steps?: readonly string[];
  readonly inviteHref?: string | undefined;
}

interface Props<Row> {
  /** Undefined for a list that is hidden. */
  readonly list: ListContent<Row> | undefined;
  /** Shown above the message that the list is empty. */
  readonly icon?: LucideIcon | undefined;
  /** Renders the rows, and the actions for selected ones. */
  readonly children: (list: ReadableList<Row>) => ReactNode;
}

/** A card around a list: its title, exports, search and pages. */
function ListSection<Row>({ list, icon, children }: Props<Row>) {
  if (list === undefined) return null;
  if ('unreadable' in list) return <FailedSection title={list.title} message={list.unreadable} />;
  const { id, title, subtitle, total, countLine, search, selection, exports, empty, pagination, rows } = list;
  return (
    <section className="panel" id={id} aria-labelledby={`${id}-title`}>
      <Memo as="div" className="panel-head">
        <Head id={id} title={title} subtitle={subtitle} total={total} exports={exports} />
      </Memo>
      {search ? (
        <Memo as="div" className="list-tools">
          <Tools
            search={search}
            countLine={countLine}
            selectHref={rows.length === 0 ? undefined : selection?.selectHref}
          />
        </Memo>
      ) : null}
      {rows.length > 0 || selection?.elsewhere.length
        ? children(list)
        : empty && <Empty icon={icon} {...empty} />}
      {pagination ? (
        <Memo as="nav" className="pagination" aria-label={pagination.label}>
          <Pagination {...pagination} />
        </Memo>
      ) : null}
    </section>
  );
}

/** A table with more columns needs a wider window. */
const FEW_COLUMNS = 6;

/** The class that determines in which windows a table becomes blocks. */
function containerClass(columns: number): string | undefined {
  if (columns === 1) return undefined;
  return columns > FEW_COLUMNS ? 'list-container many-columns' : 'list-container';
}

interface TableSectionProps<Row, Sort extends string> extends Pick<Props<Row>, 'list' | 'icon'> {
  readonly columns: readonly Column<Row, Sort>[];
}

/** A card around a list that is a table. */
export function TableSection<Row extends object, Sort extends string>({
  list,
  icon,
  columns,
}: TableSectionProps<Row, Sort>) {
  return (
    <ListSection list={list} icon={icon}>
      {({ caption, sorts, rows, empty, selection }) => {
        const table =
          rows.length === 0 && empty ? (
            <Empty icon={icon} {...empty} />
          ) : (
            <ListTable caption={caption} columns={columns} sorts={sorts} rows={rows} />
          );
        return (
          <div className={containerClass(columns.length)}>
            {selection ? <SelectionForm selection={selection}>{table}</SelectionForm> : table}
          </div>
        );
      }}
    </ListSection>
  );
}

/** A card around a list of IDs, each with a button that copies it. */
export function IdListSection({ list, icon }: Pick<Props<{ readonly id: string }>, 'list' | 'icon'>) {
  return (
    <ListSection list={list} icon={icon}>
      {({ rows }) => (
        <Rows as="ul" className="id-list" rows={rows.map(({ id }) => ({ id }))} component={IdItem} />
      )}
    </ListSection>
  );
}

/** One ID in a list of IDs. */
export function IdItem({ row }: RowProps<{ readonly id: string }>) {
  return (
    <li>
      <CopyableId id={row.id} />
    </li>
  );
}

type HeadProps = Pick<ReadableList<unknown>, 'id' | 'title' | 'subtitle' | 'total' | 'exports'>;

function Head({ id, title, subtitle, total, exports }: HeadProps) {
  return (
    <>
      <div>
        <h2 id={`${id}-title`}>
          {`${title} `}
          <span className="count">{total}</span>
        </h2>
        {subtitle === undefined ? null : <p className="hint">{subtitle}</p>}
      </div>
      {exports === undefined ? null : (
        <div className="actions">
          <ExportMenu {...exports} />
        </div>
      )}
    </>
  );
}

interface ToolsProps {
  readonly search: SearchFormProps;
  readonly countLine: string;
  /** The URL of the page with all rows selected; undefined if rows cannot be selected. */
  readonly selectHref: string | undefined;
}

function Tools({ search, countLine, selectHref }: ToolsProps) {
  return (
    <>
      <SearchForm {...search} />
      {selectHref === undefined ? null : (
        <a className="button plain only-unscripted" href={selectHref}>
          Select this page
        </a>
      )}
      <p className="count-line hint" role="status">
        {countLine}
      </p>
    </>
  );
}

function Empty({ icon = Inbox, title, hint, steps, inviteHref }: EmptyState & Pick<Props<unknown>, 'icon'>) {
  return (
    <div className="notice">
      <span className="tile">
        <Icon shape={icon} size={24} />
      </span>
      <h3>{title}</h3>
      <p>{hint}</p>
      {inviteHref === undefined ? null : (
        <>
          <ol>
            {steps?.map(step => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <LinkButton href={inviteHref} icon={Send} label="Invite people" look="primary" />
        </>
      )}
    </div>
  );
}

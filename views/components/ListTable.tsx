import type { ReactNode } from 'react';
import type { ConfirmTarget } from '../../client/events';
import type { RemovableKind } from '../../shared/removals';
import { Memo, type RowProps, Rows } from '../rendering';
import { ConfirmLink } from './ConfirmLink';
import { Figure, type FigureProps } from './Figure';
import { SelectPage, SelectRow } from './Selection';

/** A column of a table: its heading and its cells. */
export interface Column<Row, Sort extends string = never> {
  /** Identifies the column in the HTML, for styles and scripts. */
  readonly key: string;
  readonly label: string;
  /** The classes of its heading and cells: `end` aligns them to the right. */
  readonly className?: 'end numeric' | 'end row-action' | undefined;
  /** The sort key of the column; without it the column is not sortable. */
  readonly sort?: Sort;
  /** Renders a cell. May place the row's texts and test them for emptiness, but not transform them (see `rendering/`). */
  readonly cell: (row: Row & ListRow) => ReactNode;
}

/** Returns a sortable column of figures. */
export function figureColumn<Key extends string>(
  key: Key,
  label: string,
): Column<Readonly<Record<Key, FigureProps>>, Key> {
  return { key, label, className: 'end numeric', sort: key, cell: row => <Figure {...row[key]} /> };
}

/** The properties of every row. */
export interface ListRow {
  /** The row's ID for URL fragments. */
  readonly anchor: string;
  readonly isSelected: boolean;
  /** The target of the link that removes the row; undefined if its list has none. */
  readonly removal: ConfirmTarget | undefined;
}

/** The link in the heading of a sortable column. */
export interface SortLink {
  readonly href: string;
  /** Undefined when the list is sorted by another column. */
  readonly direction: 'asc' | 'desc' | undefined;
}

const SELECT_COLUMN = 'select';

/** Returns the column of the checkboxes that select rows. `what` names a row for screen readers. */
export function selectColumn<Row>(kind: RemovableKind, what: (row: Row) => string): Column<Row> {
  return {
    key: SELECT_COLUMN,
    label: '',
    cell: row =>
      row.removal && (
        <SelectRow name={kind} id={row.removal.item.id} isSelected={row.isSelected} what={what(row)} />
      ),
  };
}

/** Returns the column of the links that remove rows. `what` names a row for screen readers. */
export function removalColumn<Row>(what: (row: Row) => string): Column<Row> {
  return {
    key: 'actions',
    label: 'Actions',
    className: 'end row-action',
    cell: row =>
      row.removal && (
        <ConfirmLink className="quiet danger" {...row.removal}>
          Deactivate<span className="visually-hidden">{` ${what(row)}`}</span>
        </ConfirmLink>
      ),
  };
}

interface Props<Row extends object, Sort extends string> {
  readonly caption: string;
  /** Must be a constant, because it is the key of cached templates. */
  readonly columns: readonly Column<Row, Sort>[];
  readonly sorts: Readonly<Record<Sort, SortLink>> | undefined;
  readonly rows: readonly (Row & ListRow)[];
}

/** How many columns fit in most windows. A table with more columns is laid out for a wider one. */
const NARROW_TABLE_COLUMNS_LIMIT = 5;

// Explicit, because some browsers remove the roles of tables with `display: block`.
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHead: { role: 'columnheader', scope: 'col' },
  rowHead: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
} as const;

/** A list as a table. On narrow screens, each row is a block that contains the column names. */
export function ListTable<Row extends object, Sort extends string>({
  caption,
  columns,
  sorts,
  rows,
}: Props<Row, Sort>) {
  const heads = columns.map(({ key, label, className, sort }) => ({
    key,
    label,
    className,
    sort: sort && sorts?.[sort],
  }));
  return (
    <div
      className={
        columns.filter(({ key }) => key !== SELECT_COLUMN).length > NARROW_TABLE_COLUMNS_LIMIT
          ? 'list-container many-columns'
          : 'list-container'
      }
    >
      <table className="list" {...roles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <Memo as="thead" {...roles.group}>
          <TableHead columns={heads} />
        </Memo>
        <Rows as="tbody" rows={rows} shared={columns} component={TableRow<Row>} {...roles.group} />
      </table>
    </div>
  );
}

interface HeadProps extends Pick<Column<never>, 'key' | 'label' | 'className'> {
  readonly sort: SortLink | undefined;
}

function TableHead({ columns }: { readonly columns: readonly HeadProps[] }) {
  return (
    <tr {...roles.row}>
      {columns.map(({ key, ...column }) =>
        key === SELECT_COLUMN ? (
          <td key={key} {...roles.cell}>
            <SelectPage />
          </td>
        ) : (
          <ColumnHead key={key} {...column} />
        ),
      )}
    </tr>
  );
}

/** The value of `aria-sort` and the arrow. */
const orders = { asc: ['ascending', '↑'], desc: ['descending', '↓'], none: ['none', '↕'] } as const;

function ColumnHead({ label, className, sort }: Omit<HeadProps, 'key'>) {
  const [order, arrow] = orders[sort?.direction ?? 'none'];
  return (
    <th className={className} {...roles.columnHead} aria-sort={sort && order}>
      {sort ? (
        <a href={sort.href}>
          {label}
          <span aria-hidden="true">{`\u00a0${arrow}`}</span>
        </a>
      ) : (
        label
      )}
    </th>
  );
}

/** One row of a table. The first cell after the checkbox is its header. */
export function TableRow<Row>({
  row,
  shared: columns,
}: RowProps<Row & ListRow, readonly Column<Row, string>[]>) {
  const head = columns.find(({ key }) => key !== SELECT_COLUMN);
  return (
    <tr id={row.anchor} {...roles.row}>
      {columns.map(column => {
        const { key, label, className, cell } = column;
        const Cell = column === head ? 'th' : 'td';
        return (
          <Cell
            key={key}
            {...(column === head ? roles.rowHead : roles.cell)}
            className={className}
            data-column={key}
            data-label={label}
          >
            {cell(row)}
          </Cell>
        );
      })}
    </tr>
  );
}

import type { ReactNode } from 'react';
import { Memo, type RowProps, Rows } from '../rendering';

/** A column of a table: its head, and what it shows of each row. */
export interface Column<Row, Sort extends string = never> {
  /** Names the column in the page, for styles and scripts. */
  readonly key: string;
  readonly label: string;
  readonly numeric?: boolean;
  /** By what a click on the head sorts the list; without it the column is not sortable. */
  readonly sort?: Sort;
  /** May place the row's texts and test whether they are empty, but not change them (see `rendering/`). */
  readonly cell: (row: Row) => ReactNode;
}

/** Where the head of a sortable column leads. */
export interface SortLink {
  readonly href: string;
  /** Undefined when the list is sorted by another column. */
  readonly direction: 'asc' | 'desc' | undefined;
}

interface Props<Row extends object, Sort extends string> {
  readonly caption: string;
  /** A constant: what is rendered once for all pages is found by it. */
  readonly columns: readonly Column<Row, Sort>[];
  readonly sorts: Readonly<Record<Sort, SortLink>>;
  readonly rows: readonly Row[];
}

/** A list as a table; on narrow screens each row becomes a block with the column names inside. */
export function ListTable<Row extends object, Sort extends string>({
  caption,
  columns,
  sorts,
  rows,
}: Props<Row, Sort>) {
  const heads = columns.map(({ key, label, numeric, sort }) => ({
    key,
    label,
    numeric,
    sort: sort && sorts[sort],
  }));
  return (
    <table className="list">
      <caption className="visually-hidden">{caption}</caption>
      <Memo as="thead">
        <TableHead columns={heads} />
      </Memo>
      <Rows as="tbody" rows={rows} shared={columns} component={TableRow<Row>} />
    </table>
  );
}

interface HeadProps extends Pick<Column<never>, 'label'> {
  readonly key: string;
  readonly numeric: boolean | undefined;
  readonly sort: SortLink | undefined;
}

function TableHead({ columns }: { readonly columns: readonly HeadProps[] }) {
  return (
    <tr>
      {columns.map(({ key, ...column }) => (
        <ColumnHead key={key} {...column} />
      ))}
    </tr>
  );
}

const arrows = { asc: '↑', desc: '↓' };

function ColumnHead({ label, numeric, sort }: Omit<HeadProps, 'key'>) {
  const className = numeric ? 'numeric' : undefined;
  if (sort === undefined) {
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    );
  }
  const order = sort.direction && (sort.direction === 'asc' ? 'ascending' : 'descending');
  return (
    <th scope="col" className={className} aria-sort={order ?? 'none'}>
      <a href={sort.href}>
        {label}
        <span aria-hidden="true">{`\u00a0${sort.direction ? arrows[sort.direction] : '↕'}`}</span>
      </a>
    </th>
  );
}

/** One row of a table. */
export function TableRow<Row>({ row, shared: columns }: RowProps<Row, readonly Column<Row, string>[]>) {
  return (
    <tr>
      {columns.map(({ key, label, numeric, cell }) => (
        <td key={key} className={numeric ? 'numeric' : undefined} data-column={key} data-label={label}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

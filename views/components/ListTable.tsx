import type { FunctionComponent, ReactNode } from 'react';
import type { Fields } from '../repeat';
import { Cached } from './Cached';
import { type PieceProps, Repeated } from './Repeated';

/** A column that sorts the list. */
export interface SortableColumn<Key extends string> {
  readonly key: Key;
  readonly label: string;
  readonly href: string;
  /** Undefined when the list is sorted by another column. */
  readonly direction: 'asc' | 'desc' | undefined;
}

export interface Column {
  readonly key: string;
  readonly label: string;
  readonly numeric?: boolean;
  /** How the column sorts; undefined when it does not. */
  readonly sort?: Pick<SortableColumn<string>, 'href' | 'direction'>;
}

/** What rows know of a column: not where its head leads, for rows are the same in all views of a list. */
interface RowColumn extends Pick<Column, 'key' | 'label' | 'numeric'> {
  readonly isSorted: boolean;
}

/** What one row is made of (see `repeat`). */
export type RowProps<Name extends string> = PieceProps<Name, { readonly columns: readonly RowColumn[] }>;

interface Props<Name extends string> {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Fields<Name>[];
  /** A `Row`. */
  readonly row: FunctionComponent<RowProps<Name>>;
}

const arrows = { asc: '↑', desc: '↓' };

/** A list as a table; on narrow screens each row becomes a block with the column names inside. */
export function ListTable<Name extends string>({ caption, columns, rows, row }: Props<Name>) {
  const rowColumns = columns.map(({ sort, ...column }) => ({
    ...column,
    isSorted: sort?.direction !== undefined,
  }));
  return (
    <table className="list">
      <caption className="visually-hidden">{caption}</caption>
      <Cached as="thead" component={Head} props={{ columns }} />
      <Repeated as="tbody" pieces={rows} common={{ columns: rowColumns }} component={row} />
    </table>
  );
}

function Head({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <tr>
      {columns.map(column => (
        <ColumnHeader key={column.key} column={column} />
      ))}
    </tr>
  );
}

/** A row with one cell for each column. */
export function Row({
  columns,
  cells,
}: {
  readonly columns: readonly RowColumn[];
  readonly cells: readonly ReactNode[];
}) {
  return (
    <tr>
      {columns.map((column, index) => (
        <td
          key={column.key}
          className={column.numeric ? 'numeric' : undefined}
          data-column={column.key}
          data-label={column.label}
        >
          {cells[index]}
        </td>
      ))}
    </tr>
  );
}

function ColumnHeader({ column: { label, numeric, sort } }: { readonly column: Column }) {
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

import type { ReactNode } from 'react';
import { PersonText } from './PersonText';

/** A license or card that a removal is about. */
export interface Item {
  readonly key: string;
  readonly email: string;
  /** For instance 'License'. */
  readonly noun: string;
}

interface Props<Row> {
  readonly caption: string;
  readonly rows: readonly Row[];
  /** The heads and the cells of further columns. */
  readonly heads: ReactNode;
  readonly cells: (row: Row) => ReactNode;
}

/** The items of a removal, each with its person. */
export function ItemTable<Row extends Item>({ caption, rows, heads, cells }: Props<Row>) {
  return (
    <table className="table list">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Email</th>
          <th scope="col">What</th>
          {heads}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.key}>
            <th scope="row">
              <PersonText text={row.email} />
            </th>
            <td>{row.noun}</td>
            {cells(row)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

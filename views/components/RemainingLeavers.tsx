import type { ReactNode } from 'react';
import { PersonText } from './PersonText';

/** People of a list of leavers whose licenses and cards are not removed. */
export interface RemainingLeaversProps {
  readonly notFound: FirstRows<{
    readonly email: string;
    /** A similar person. */
    readonly near: { readonly email: string; readonly href: string } | undefined;
  }>;
  readonly notSelected: FirstRows<{ readonly email: string; readonly holdings: string }>;
  /** Where all of them are, for instance 'in the receipt'. */
  readonly othersAre: string;
}

interface FirstRows<Row> {
  readonly count: number;
  readonly rows: readonly Row[];
}

/** Names the people who are still open, below a title of the page. */
export function RemainingLeavers({ notFound, notSelected, othersAre }: RemainingLeaversProps) {
  return (
    <>
      <OpenPeople title="Not found in your list" {...notFound} othersAre={othersAre}>
        {({ near }) =>
          near === undefined ? (
            <span className="hint">Nothing similar</span>
          ) : (
            <span>
              <PerhapsInPeople {...near} />
            </span>
          )
        }
      </OpenPeople>
      <OpenPeople title="Found, but not selected" {...notSelected} othersAre={othersAre}>
        {({ holdings }) => <span className="hint">{holdings}</span>}
      </OpenPeople>
    </>
  );
}

/** A similar person, with the page to which the link leads: nobody can be added to a list here. */
export function PerhapsInPeople({ email, href }: { readonly email: string; readonly href: string }) {
  return (
    <>
      Perhaps{' '}
      <a href={href}>
        <PersonText text={email} />
      </a>{' '}
      in People
    </>
  );
}

interface OpenPeopleProps<Row> extends FirstRows<Row>, Pick<RemainingLeaversProps, 'othersAre'> {
  readonly title: string;
  readonly children: (row: Row) => ReactNode;
}

function OpenPeople<Row extends { readonly email: string }>({
  title,
  count,
  rows,
  othersAre,
  children,
}: OpenPeopleProps<Row>) {
  if (count === 0) return null;
  return (
    <div className="panel-body">
      <h3>
        {title} <span className="hint">{count}</span>
      </h3>
      <ul className="open-people">
        {rows.map(row => (
          <li key={row.email}>
            <PersonText text={row.email} /> {children(row)}
          </li>
        ))}
      </ul>
      {count > rows.length ? (
        <p className="hint">
          {count - rows.length} more are {othersAre}.
        </p>
      ) : null}
    </div>
  );
}

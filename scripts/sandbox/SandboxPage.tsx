import type { ReactNode } from 'react';
import { paths } from '../../shared/paths';

interface SandboxPageProps {
  readonly title: string;
  /** The active faults, as sentences. */
  readonly faults: readonly string[];
  readonly children: ReactNode;
}

/** The layout of the sandbox's pages, with a warning while faults are active. */
export const SandboxPage = ({ title, faults, children }: SandboxPageProps) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <link rel="stylesheet" href="/sandbox/sandbox.css" />
    </head>
    <body>
      <nav className="actions" aria-label="Sandbox">
        {Object.entries({ Inbox: '/sandbox/inbox', Faults: '/sandbox/faults', Portal: paths.login }).map(
          ([label, href]) => (
            <a className="button" key={href} href={href}>
              {label}
            </a>
          ),
        )}
      </nav>
      {faults.length === 0 ? null : <FaultBanner faults={faults} />}
      <main>{children}</main>
    </body>
  </html>
);

const FaultBanner = ({ faults }: { faults: readonly string[] }) => (
  <form className="alert banner" method="post" action="/sandbox/faults/off">
    <div>
      <strong>{faults.length === 1 ? 'A fault is on.' : `${faults.length} faults are on.`}</strong> The portal
      fails on purpose.
      <ul>
        {faults.map(fault => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </div>
    <button className="button" type="submit">
      {faults.length === 1 ? 'Switch it off' : 'Switch all off'}
    </button>
  </form>
);

/** A table of two columns. */
export const TwoColumns = ({
  headings,
  rows,
}: {
  headings: readonly string[];
  rows: readonly (readonly [key: string | number, first: ReactNode, second: string])[];
}) => (
  <table className="panel">
    <thead>
      <tr>
        {headings.map(heading => (
          <th key={heading} scope="col">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([key, first, second]) => (
        <tr key={key}>
          <td>{first}</td>
          <td>{second}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

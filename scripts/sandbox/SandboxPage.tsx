import { TriangleAlert as AlertIcon, Mail as MailIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../shared/paths';

interface SandboxPageProps {
  readonly title: string;
  /** The sandbox's other page. */
  readonly other: { readonly href: string; readonly label: string };
  /** The active faults, as sentences. */
  readonly faults: readonly string[];
  readonly children: ReactNode;
}

/** The layout of the sandbox's pages, with a warning while faults are active. */
export const SandboxPage = ({ title, other, faults, children }: SandboxPageProps) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      <link rel="stylesheet" href="/sandbox/inbox/inbox.css" />
    </head>
    <body>
      <header>
        <p className="brand">
          <MailIcon size={20} />
          {title}
        </p>
        <nav aria-label="Sandbox">
          <a className="button" href={other.href}>
            {other.label}
          </a>
          <a className="button" href={paths.login}>
            Go to the portal
          </a>
        </nav>
      </header>
      {faults.length === 0 ? null : <FaultBanner faults={faults} />}
      <main>{children}</main>
    </body>
  </html>
);

const FaultBanner = ({ faults }: { faults: readonly string[] }) => (
  <aside className="banner" aria-label="Faults that are on">
    <AlertIcon size={20} />
    <div>
      <p>
        <strong>{faults.length === 1 ? 'A fault is on.' : `${faults.length} faults are on.`}</strong> The
        portal fails on purpose.
      </p>
      <ul>
        {faults.map(fault => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </div>
    <form method="post" action="/sandbox/faults/off">
      <button className="button" type="submit">
        {faults.length === 1 ? 'Switch it off' : 'Switch all off'}
      </button>
    </form>
  </aside>
);

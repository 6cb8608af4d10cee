import type { ReactNode } from 'react';
import { Memo } from './rendering';

/**
 * The styles of lists, or of tools (which include the styles of lists). By default, a page has the styles of the dashboard and of
 * pages without a session.
 */
export type PageStyles = 'lists' | 'tools';

/** Reloads the page from this address, because browsers do not reload an address with a fragment. */
export interface Refresh {
  readonly seconds: number;
  readonly url: string;
}

interface DocumentProps {
  readonly title: string;
  /** Addresses of the files that the build wrote. */
  readonly assets: Readonly<Record<'stylesheet' | 'start' | 'tools' | 'script' | 'icon', string>>;
  /** Selects the stylesheet in addition to the common one. Lists need only the common one. */
  readonly styles?: PageStyles | undefined;
  /** A script can cancel it. */
  readonly refresh?: Refresh | undefined;
  readonly children?: ReactNode;
}

/** The name in titles and headers without a company. */
export const PORTAL_NAME = 'License Portal';

export function publicTitle(title: string): string {
  return `${title} – ${PORTAL_NAME}`;
}

export function Document({ title, assets, styles, refresh, children }: DocumentProps) {
  return (
    <html lang="en">
      <Memo as="head">
        <Head title={title} assets={assets} styles={styles} refresh={refresh} />
      </Memo>
      <body>{children}</body>
    </html>
  );
}

/** The addresses of the stylesheets that a page needs. */
export function stylesheets(
  { stylesheet, start, tools }: DocumentProps['assets'],
  styles: PageStyles | undefined,
): string[] {
  if (styles === 'lists') return [stylesheet];
  return [stylesheet, styles === 'tools' ? tools : start];
}

function Head({ title, assets, styles, refresh }: Omit<DocumentProps, 'children'>) {
  return (
    <>
      <meta charSet="utf-8" />
      <title>{title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {/* With only the no-referrer of the response header, browsers would send forms with a null Origin, which is rejected. */}
      <meta name="referrer" content="same-origin" />
      <meta name="color-scheme" content="light dark" />
      {/* IDs are no telephone numbers. */}
      <meta name="format-detection" content="telephone=no" />
      <link rel="icon" href={assets.icon} type="image/svg+xml" />
      {stylesheets(assets, styles).map(sheet => (
        <link key={sheet} rel="stylesheet" href={sheet} />
      ))}
      {refresh === undefined ? null : (
        <meta httpEquiv="refresh" content={`${refresh.seconds}; url=${refresh.url}`} />
      )}
      <script type="module" src={assets.script} />
    </>
  );
}

import type { ReactNode } from 'react';
import { Memo } from './rendering';

interface Props {
  readonly title: string;
  readonly assets: { readonly stylesheet: string; readonly script: string; readonly icon: string };
  readonly children?: ReactNode;
}

/** The name in titles and headers without a company. */
export const PORTAL_NAME = 'License Portal';

/** Returns the title of a page without a session. */
export function publicTitle(title: string): string {
  return `${title} – ${PORTAL_NAME}`;
}

/** The HTML document of every page. */
export function Document({ title, assets, children }: Props) {
  return (
    <html lang="en">
      <Memo as="head">
        <Head title={title} assets={assets} />
      </Memo>
      <body>{children}</body>
    </html>
  );
}

function Head({ title, assets }: Pick<Props, 'title' | 'assets'>) {
  return (
    <>
      <meta charSet="utf-8" />
      <title>{title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {/* With only the no-referrer of the response header, browsers would send forms with a null Origin, which is rejected. */}
      <meta name="referrer" content="same-origin" />
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href={assets.icon} type="image/svg+xml" />
      <link rel="stylesheet" href={assets.stylesheet} />
      <script type="module" src={assets.script} />
    </>
  );
}

import type { ReactNode } from 'react';
import { type ConfirmDialogProps, Island } from '../Island';
import { Layout, type LayoutProps } from '../Layout';
import { Dialog } from './Dialog';
import { NotActivated } from './NotActivated';
import { PageHead } from './PageHead';
import { RequestLicenses } from './RequestLicenses';
import { StatsFailed } from './StatsFailed';

/** What a product's page can show: no role for it, no answer from its backend, or the product. */
export type ProductContent<Ready extends Product> =
  | { readonly state: 'not activated'; readonly helpUrl: string }
  | { readonly state: 'failed'; readonly retryHref: string }
  | ({ readonly state: 'ready' } & Ready);

/** What the pages of all products have. */
export interface Product {
  /** Marks this rendering of the page's forms. */
  readonly once: string;
  readonly requestAction: string;
  /** The app's address, for copying. */
  readonly downloadLink: string;
  readonly dialogs: readonly ConfirmDialogProps[];
}

interface Props<Ready extends Product> {
  readonly layout: LayoutProps;
  readonly title: string;
  readonly subtitle: string;
  readonly content: ProductContent<Ready>;
  readonly notActivated: { readonly title: string; readonly text: string };
  /** What to say when the backend does not answer. */
  readonly failure: string;
  /** Actions of this product alone, between those that all have. */
  readonly actions?: (ready: Ready) => ReactNode;
  readonly children: (ready: Ready) => ReactNode;
}

/** A product's page in each of its states. */
export function ProductPage<Ready extends Product>(props: Props<Ready>) {
  const { layout, title, subtitle, content, notActivated, failure, actions, children } = props;
  if (content.state !== 'ready') {
    return (
      <Layout {...layout}>
        <PageHead title={title} subtitle={subtitle} />
        {content.state === 'failed' ? (
          <StatsFailed title={title} message={failure} retryHref={content.retryHref} />
        ) : (
          <NotActivated {...notActivated} helpUrl={content.helpUrl} />
        )}
      </Layout>
    );
  }
  const dialogs = content.dialogs.map(dialog => <Dialog key={dialog.name} {...dialog} />);
  return (
    <Layout {...layout} dialogs={dialogs} dialogOpen={content.dialogs.some(({ item }) => item !== undefined)}>
      <PageHead title={title} subtitle={subtitle}>
        <Island name="DownloadLink" props={{ href: content.downloadLink }} cached />
        {actions?.(content)}
        <RequestLicenses action={content.requestAction} once={content.once} />
      </PageHead>
      {children(content)}
    </Layout>
  );
}

import type { ReactNode } from 'react';
import { type ConfirmDialogProps, Island } from '../Island';
import { Layout, type LayoutProps } from '../Layout';
import { Memo } from '../rendering';
import { Alert } from './Alert';
import { Dialog } from './Dialog';
import type { IdleContent } from './IdleNote';
import { NotActivated, type NotActivatedProps } from './NotActivated';
import { Overview, type OverviewProps } from './Overview';
import { RequestLicenses } from './RequestLicenses';
import { StatsFailed } from './StatsFailed';

/** What a product's page can show: no role for it, no answer from its backend, or the product. */
export type ProductContent<Ready> =
  | ({ readonly state: 'not activated' } & NotActivatedProps)
  | { readonly state: 'failed'; readonly message: string; readonly retryHref: string }
  | ({
      readonly state: 'ready';
      /** Names this rendering of the page's forms. */
      readonly once: string;
      readonly requestAction: string;
      /** The app's address, for copying. */
      readonly downloadLink: string;
    } & Ready);

/** What each product shows in a way of its own. */
export interface Product {
  readonly overview: OverviewProps;
  /** Licenses that nobody uses; undefined when there are none. */
  readonly idle: IdleContent | undefined;
  readonly dialogs: readonly ConfirmDialogProps[];
  /** Says that the item that the address asks about is gone. */
  readonly notice?: string | undefined;
}

export interface ProductPageProps<Ready> {
  readonly layout: LayoutProps;
  readonly content: ProductContent<Ready>;
}

interface Props<Ready extends Product> extends ProductPageProps<Ready> {
  /** Actions of this product alone, between those that all have. */
  readonly actions?: (ready: Ready) => ReactNode;
  /** The product's lists. */
  readonly children: (ready: Ready) => ReactNode;
}

/** A product's page in each of its states. */
export function ProductPage<Ready extends Product>({ layout, content, actions, children }: Props<Ready>) {
  switch (content.state) {
    case 'not activated':
      return (
        <Layout {...layout}>
          <NotActivated {...content} />
        </Layout>
      );
    case 'failed':
      return (
        <Layout {...layout}>
          <StatsFailed title={layout.title} {...content} />
        </Layout>
      );
    case 'ready':
      return (
        <Layout
          {...layout}
          actions={
            <>
              <Island name="DownloadLink" props={{ href: content.downloadLink }} memoized />
              {actions?.(content)}
              <RequestLicenses action={content.requestAction} once={content.once} idle={content.idle} />
            </>
          }
          dialogs={content.dialogs.map(dialog => <Dialog key={dialog.name} {...dialog} />)}
          dialogOpen={content.dialogs.some(({ item }) => item !== undefined)}
        >
          {content.notice === undefined ? null : <Alert kind="error">{content.notice}</Alert>}
          <Memo as="section" className="card" aria-label="Overview">
            <Overview {...content.overview} idle={content.idle} />
          </Memo>
          {children(content)}
        </Layout>
      );
  }
}

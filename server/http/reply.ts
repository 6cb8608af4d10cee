import { randomUUID } from 'node:crypto';
import type { ReactElement } from 'react';
import type { ProductKey } from '../../shared/products';
import type { PageStyles, Refresh } from '../../views/Document';
import type { ToastContent } from '../session/session';

export type Reply = PageReply | RedirectReply | DownloadReply | TextReply;

export interface PageReply {
  readonly kind: 'page';
  readonly status: number;
  readonly content: PageContent | Promise<PageContent>;
  /** The response to send while the content is loading, of a page that waits for backends. */
  readonly loading?: LoadingPage;
  /** Whether it has the toasts of the session, which are forgotten when somebody opens it. */
  readonly showsToasts?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LoadingPage {
  readonly skeleton: () => PageContent;
  /** Parts of the content that may be ready before the rest. Each fills the skeleton's slot of the same name. */
  readonly parts: () => Promise<readonly PagePart[]>;
}

export interface PageContent {
  readonly title: string;
  readonly element: ReactElement;
  /** The stylesheet in addition to the common one, which has all that 'lists' need. By default, the one for other pages. */
  readonly styles?: PageStyles | undefined;
  /** How soon browsers without scripts load the page again; undefined for a page that stays as it is. */
  readonly refresh?: Refresh | undefined;
}

/** An element with a `slot` attribute and without IDs, because it stays in the document when the complete content arrives. */
export type PagePart = Promise<ReactElement>;

/** The maximum length of the address of a redirect: proxies refuse responses with more than 4 KB of headers. */
export const LOCATION_LIMIT = 2000;

export interface RedirectReply {
  readonly kind: 'redirect';
  /** A reply that is sent twice, because its form was, leads to one toast. */
  readonly id: string;
  readonly status: 302 | 303;
  readonly location: string;
  readonly toast?: ToastContent | undefined;
  /** Whether the identity provider has ended the session meanwhile: the login page and the next sign-in show the toast. */
  readonly sessionHasEnded?: boolean | undefined;
  readonly licenseRequest?: LicenseRequest | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request for licenses that was sent, at a time in milliseconds since 1970. */
export interface LicenseRequest {
  readonly productKey: ProductKey;
  readonly at: number;
}

export interface DownloadReply {
  readonly kind: 'download';
  /** The name of the list and its number of rows, for metrics. */
  readonly list: string;
  readonly count: number;
  readonly fileName: string;
  /** The chunks of the file, each created when the client can take it (backpressure). */
  readonly content: AsyncIterable<Uint8Array>;
  readonly toast: ToastContent;
}

/** A text that is neither a page nor a list. */
interface TextReply {
  readonly kind: 'text';
  readonly status: number;
  /** Its media type. */
  readonly type: string;
  readonly fileName?: string;
  readonly text: string;
}

export function page(
  title: string,
  element: ReactElement,
  {
    status = 200,
    headers = {},
    ...options
  }: Partial<Pick<PageReply, 'status' | 'headers'>> & Pick<PageContent, 'styles' | 'refresh'> = {},
): PageReply {
  return { kind: 'page', status, content: { title, element, ...options }, headers };
}

/** Redirects to a page: with 303 after an action (the default), else with 302. */
export function redirect(
  location: string,
  options: Partial<Omit<RedirectReply, 'kind' | 'id' | 'location'>> = {},
): RedirectReply {
  return { kind: 'redirect', id: randomUUID(), status: 303, location, ...options };
}

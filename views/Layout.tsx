import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon, IconSymbols } from '../client/Icon';
import type { RemovalStatus, ToastText } from '../shared/messages';
import { CONTENT_ID, toContent } from '../shared/paths';
import { AccountContext } from './Account';
import { Alert, Failure, LinkAlert, type LinkAlertProps } from './components/Alert';
import { PageHead, type PageTitle } from './components/PageHead';
import { Header, type HeaderProps, MENU_ID } from './Header';
import { type ConfirmDialogProps, Island } from './Island';
import { Memo } from './rendering';

export interface LayoutProps extends PageTitle, HeaderProps {
  /** The dashboard, the products and the people. */
  readonly links: readonly {
    readonly href: string;
    readonly icon: LucideIcon;
    readonly label: string;
  }[];
  /** The address of the link to this page, or to the page that it belongs to. */
  readonly current: string;
  /** Whose page this is (see `accountOf`). */
  readonly account: string;
  readonly toasts: readonly ToastText[];
  /** The outcome of the removal of one row, for its list. */
  readonly removalStatus?: RemovalStatus | undefined;
  /** The path and query of this page. */
  readonly url: string;
  /** Says that the administrator's roles could not be fetched, so products may be missing (P24). */
  readonly userDetailsProblem?: string | undefined;
  readonly banner?: LinkAlertProps | undefined;
}

/** The properties of a page whose content has several states. */
export interface PageProps<Content> {
  readonly layout: LayoutProps;
  readonly content: Content;
}

interface Props extends LayoutProps {
  /** Whether the title is the outcome of a removal. */
  readonly isOutcome?: boolean;
  readonly actions?: ReactNode;
  readonly dialogs?: readonly ConfirmDialogProps[];
  /** Says that the item in the URL no longer exists. */
  readonly notice?: string | undefined;
  readonly children?: ReactNode;
}

/** Header, sidebar, title and toasts of every page that needs a session. */
export function Layout({
  company,
  name,
  email,
  links,
  current,
  account,
  toasts,
  url,
  title,
  subtitle,
  back,
  userDetailsProblem,
  banner,
  isOutcome,
  actions,
  dialogs = [],
  notice,
  children,
}: Props) {
  return (
    <AccountContext value={account}>
      <Memo as="svg" className="symbols" aria-hidden="true" width="0" height="0">
        <IconSymbols />
      </Memo>
      {/* The dialogs are outside of the page, which is inert while one is open. */}
      <div className="frame" data-frame="" inert={dialogs.some(({ item }) => item !== undefined)}>
        <a className="button primary visually-hidden" href={toContent('')}>
          Skip to content
        </a>
        <Memo as="header" className="header">
          <Header company={company} name={name} email={email} />
        </Memo>
        <Memo as="nav" className="sidebar" id={MENU_ID} popover="auto" aria-label="Main">
          <NavigationList links={links} current={current} />
        </Memo>
        <main className="content" id={CONTENT_ID} tabIndex={-1}>
          <PageHead title={title} subtitle={subtitle} back={back} isOutcome={isOutcome}>
            {actions}
          </PageHead>
          {banner === undefined ? null : <LinkAlert {...banner} />}
          {userDetailsProblem === undefined ? null : <Failure text={userDetailsProblem} retryHref={url} />}
          {notice === undefined ? null : <Alert kind="error">{notice}</Alert>}
          {children}
        </main>
      </div>
      {dialogs.map(dialog => (
        <Island
          key={dialog.name}
          name="ConfirmDialog"
          props={{ ...dialog, account, company }}
          hydrate={dialog.item ? 'now' : 'soon'}
        />
      ))}
      <Island
        name="ToastRegion"
        props={{ toasts, closeHref: url }}
        hydrate={toasts.length > 0 ? 'now' : 'soon'}
      />
    </AccountContext>
  );
}

function NavigationList({ links, current }: Pick<LayoutProps, 'links' | 'current'>) {
  return (
    <ul>
      {links.map(({ href, icon, label }) => (
        <li key={href}>
          <a href={href} aria-current={href === current ? 'page' : undefined}>
            <Icon shape={icon} />
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

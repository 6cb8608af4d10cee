import { CreditCard, LayoutGrid, LogOut, ScanLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopySymbol } from '../client/islands/CopyButton';
import type { ToastText } from '../shared/messages';
import { paths } from '../shared/paths';
import { Cached } from './components/Cached';
import { PostForm } from './components/PostForm';
import { Island } from './Island';

export interface LayoutProps {
  /** Empty when the administrator's details are not available. */
  readonly company: string;
  readonly name: string;
  readonly email: string;
  readonly links: readonly NavigationLink[];
  readonly toasts: readonly ToastText[];
  /** This page's own address. */
  readonly address: string;
}

export interface NavigationLink {
  readonly href: typeof paths.dashboard | typeof paths.leadCapture | typeof paths.cards;
  readonly label: string;
  readonly current: boolean;
}

const icons = {
  [paths.dashboard]: LayoutGrid,
  [paths.leadCapture]: ScanLine,
  [paths.cards]: CreditCard,
};

interface Props extends LayoutProps {
  /** The page's dialogs, in a place of their own: behind an open one the page cannot be used. */
  readonly dialogs?: ReactNode;
  readonly dialogOpen?: boolean;
  readonly children: ReactNode;
}

/** Header, sidebar and toasts around every page that needs a session. */
export function Layout({
  company,
  name,
  email,
  links,
  toasts,
  address,
  dialogs,
  dialogOpen = false,
  children,
}: Props) {
  return (
    <>
      <Cached
        as="svg"
        className="symbols"
        aria-hidden="true"
        width="0"
        height="0"
        component={CopySymbol}
        props={{}}
      />
      <div className="frame" inert={dialogOpen}>
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <Cached as="header" className="header" component={Header} props={{ company, name, email }} />
        <Cached as="nav" className="sidebar" aria-label="Main" component={Navigation} props={{ links }} />
        <main className="content" id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
      {dialogs}
      <Island
        name="ToastRegion"
        props={{ toasts, closeHref: address }}
        wake={toasts.length > 0 ? 'now' : 'soon'}
        cached={toasts.length === 0}
      />
    </>
  );
}

function Header({ company, name, email }: Pick<LayoutProps, 'company' | 'name' | 'email'>) {
  return (
    <>
      <Brand name={company} />
      <div className="account">
        <p className="person">
          <bdi className="person-name">{name || email}</bdi>
          {name === '' ? null : <bdi className="person-email">{email}</bdi>}
        </p>
        <PostForm action={paths.logout}>
          <button type="submit" className="button" data-busy-label="Logging out...">
            <LogOut aria-hidden="true" size={18} className="only-narrow" />
            <span>Logout</span>
          </button>
        </PostForm>
      </div>
    </>
  );
}

function Navigation({ links }: Pick<LayoutProps, 'links'>) {
  return (
    <ul>
      {links.map(({ href, label, current }) => {
        const Icon = icons[href];
        return (
          <li key={href}>
            <a href={href} aria-current={current ? 'page' : undefined}>
              <Icon aria-hidden="true" size={20} />
              {label}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** Who the portal is for: the company, or the portal itself as long as nobody is signed in. */
export function Brand({ name }: { readonly name: string }) {
  return (
    <p className="brand">
      <span className="brand-mark">
        <CreditCard aria-hidden="true" size={20} />
      </span>
      <bdi className="brand-name" title={name || undefined}>
        {name || 'License Portal'}
      </bdi>
    </p>
  );
}

import { CARDS, entityFor, SCANNER, type UserDetails } from '../../shared/admin';
import { toastText } from '../../shared/messages';
import { paths } from '../../shared/paths';
import type { LayoutProps, NavigationLink } from '../../views/Layout';
import type { SignedInRequest } from '../http/request';

/** Header, sidebar and toasts for a page. Taking the toasts uses them up. */
export function presentLayout(request: SignedInRequest, details: UserDetails | undefined): LayoutProps {
  const link = (href: NavigationLink['href'], label: string) => ({
    href,
    label,
    current: href === request.path,
  });
  return {
    company: details?.company ?? '',
    name: details?.name ?? '',
    email: request.administrator.email,
    links: [
      link(paths.dashboard, 'Dashboard'),
      ...(entityFor(details, SCANNER) === undefined ? [] : [link(paths.leadCapture, 'Lead Capture')]),
      ...(entityFor(details, CARDS) === undefined ? [] : [link(paths.cards, 'Digital Business Cards')]),
    ],
    toasts: request.session.takeToasts().map(toastText),
    address: request.path + request.search,
  };
}

/** A page's title in the browser: what it is, then whose. */
export function presentTitle(title: string, details: UserDetails | undefined): string {
  return details?.company ? `${title} – ${details.company}` : title;
}

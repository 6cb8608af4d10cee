import { CARDS, entityFor, SCANNER, type UserDetails } from '../../shared/admin';
import { type Toast, toastText } from '../../shared/messages';
import { paths } from '../../shared/paths';
import type { LayoutProps, NavigationLink } from '../../views/Layout';
import type { SignedInRequest } from '../http/request';

/** Header, sidebar and toasts for a page; without details there is the e-mail, and no product. */
export function presentLayout(
  { path, search, administrator }: SignedInRequest,
  details: UserDetails | undefined,
  toasts: readonly Toast[],
): LayoutProps {
  const link = (href: NavigationLink['href'], label: string) => ({ href, label, current: href === path });
  return {
    company: details?.company ?? '',
    name: details?.name ?? '',
    email: administrator.email,
    links: [
      link(paths.dashboard, 'Dashboard'),
      ...(entityFor(details, SCANNER) === undefined ? [] : [link(paths.leadCapture, 'Lead Capture')]),
      ...(entityFor(details, CARDS) === undefined ? [] : [link(paths.cards, 'Digital Business Cards')]),
    ],
    toasts: toasts.map(toastText),
    address: path + search,
  };
}

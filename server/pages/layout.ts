import { entityFor, type UserDetails } from '../../shared/admin';
import { type Toast, toastText } from '../../shared/messages';
import { paths } from '../../shared/paths';
import type { PageTitle } from '../../views/components/PageHead';
import type { LayoutProps, NavigationLink } from '../../views/Layout';
import type { SignedInRequest } from '../http/request';
import { cards } from './cards/product';
import { leadCapture } from './lead-capture/product';

/** In the order of their links. */
const products = [leadCapture, cards];

/** Header, sidebar, title and toasts of a page. Without user details it has the email address, and no product (P24). */
export function presentLayout(
  { path, search, administrator }: SignedInRequest,
  details: UserDetails | undefined,
  { title, subtitle }: PageTitle,
  toasts: readonly Toast[],
): LayoutProps {
  const link = (href: NavigationLink['href'], label: string) => ({ href, label, current: href === path });
  return {
    title,
    subtitle,
    company: details?.company ?? '',
    name: details?.name ?? '',
    email: administrator.email,
    links: [
      link(paths.dashboard, 'Dashboard'),
      ...products
        .filter(({ role }) => entityFor(details, role) !== undefined)
        .map(product => link(product.path, product.title)),
    ],
    toasts: toasts.map(toastText),
    address: path + search,
  };
}

/** The title of a page's document, which names the company if its details are available (P208). */
export function titleWithCompany(title: string, details: UserDetails | undefined): string {
  return details?.company ? `${title} – ${details.company}` : title;
}

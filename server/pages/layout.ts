import { LayoutGrid, type LucideIcon, Users } from 'lucide-react';
import { removalStatus, type Toast, toastText } from '../../shared/messages';
import { paths } from '../../shared/paths';
import type { PageTitle } from '../../views/components/PageHead';
import type { LayoutProps } from '../../views/Layout';
import { productsOf, type UserDetails } from '../session/roles';
import { accountOf } from './account';
import type { SignedInRequest } from './handler';
import { productDefinitions } from './product/products';

/** The layout of a page. Without user details, it has only the email address and no products (P24). */
export function presentLayout(
  { path, search, administrator, banner }: SignedInRequest,
  details: UserDetails | undefined,
  { title, subtitle, back }: PageTitle,
  toasts: readonly Toast[],
): LayoutProps {
  const link = (href: string, icon: LucideIcon, label: string) => ({ href, icon, label });
  const productLinks = productsOf(details)
    .map(key => productDefinitions[key])
    .map(({ path, icon, title }) => link(path, icon, title));
  return {
    title,
    subtitle,
    back,
    company: details?.company ?? '',
    name: details?.name ?? '',
    email: administrator.email,
    account: accountOf(administrator.context, details),
    links: [
      link(paths.dashboard, LayoutGrid, 'Dashboard'),
      ...productLinks,
      ...(productLinks.length > 0 ? [link(paths.people, Users, 'People')] : []),
    ],
    // A page outside of the menu belongs to the page that its Back link opens.
    current: back?.href ?? path,
    toasts: toasts.map(toastText),
    removalStatus: toasts.map(removalStatus).find(text => text !== undefined),
    url: path + search,
    banner: banner(details),
  };
}

/** The title of a document, with the company if its name is known (P208). */
export function titleWithCompany(title: string, details: UserDetails | undefined): string {
  return details?.company ? `${title} – ${details.company}` : title;
}

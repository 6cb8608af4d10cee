import { SearchX } from 'lucide-react';
import { paths } from '../../shared/paths';
import { allOf } from '../../shared/products';
import { Notice } from '../components/Notice';
import { Layout, type LayoutProps } from '../Layout';

/** The page for an unknown URL, for signed-in administrators. */
export function NotFoundPage({ layout }: { readonly layout: LayoutProps }) {
  return (
    <Layout {...layout}>
      <Notice
        icon={SearchX}
        title="Check the address"
        text={`The address may be mistyped, or the page has moved. Your ${allOf()} are not affected.`}
        href={paths.dashboard}
        label="Go to the dashboard"
      />
    </Layout>
  );
}

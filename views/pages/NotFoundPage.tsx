import { SearchX } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { paths } from '../../shared/paths';
import { LinkButton } from '../components/LinkButton';
import { Layout, type LayoutProps } from '../Layout';

/** The page for an unknown URL, for signed-in administrators. */
export function NotFoundPage({ layout }: { readonly layout: LayoutProps }) {
  return (
    <Layout {...layout}>
      <section className="panel notice" aria-label="What to do">
        <span className="tile">
          <Icon shape={SearchX} size={24} />
        </span>
        <h2>Check the address</h2>
        <p>It may have been mistyped or moved. Your licenses and cards are not affected.</p>
        <LinkButton href={paths.dashboard} label="Go to the dashboard" look="primary" />
      </section>
    </Layout>
  );
}

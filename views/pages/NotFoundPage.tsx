import { paths } from '../../shared/paths';
import { Layout, type LayoutProps } from '../Layout';

/** The page for an unknown URL, for signed-in administrators. */
export function NotFoundPage({ layout }: { readonly layout: LayoutProps }) {
  return (
    <Layout {...layout}>
      <section className="panel notice" aria-label="What to do">
        <p>It may have been mistyped or moved. Your licenses and cards are not affected.</p>
        <a className="button primary" href={paths.dashboard}>
          Go to the dashboard
        </a>
      </section>
    </Layout>
  );
}

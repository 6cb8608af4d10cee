import { paths } from '../../shared/paths';
import { PageHead } from '../components/PageHead';
import { Layout, type LayoutProps } from '../Layout';

/** An address that does not exist, for somebody who is signed in. */
export function NotFoundPage({ layout }: { readonly layout: LayoutProps }) {
  return (
    <Layout {...layout}>
      <PageHead title="Page not found" subtitle="There is nothing at this address" />
      <section className="card notice" aria-label="What to do">
        <p>It may have been mistyped, or moved. Your licenses and cards are where they were.</p>
        <a className="button primary" href={paths.dashboard}>
          Go to the dashboard
        </a>
      </section>
    </Layout>
  );
}

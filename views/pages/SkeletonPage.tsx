import { Layout, type LayoutProps } from '../Layout';

export interface SkeletonPageProps {
  readonly layout: LayoutProps;
  /** The shape of what is to come. */
  readonly shape: 'list' | 'cards';
}

const rows = Array.from({ length: 10 }, (_, row) => `row ${row}`);

/** What a page looks like while its backends are slow. */
export function SkeletonPage({ layout, shape }: SkeletonPageProps) {
  return (
    <Layout {...layout}>
      <p className="loading" role="status">
        <span className="spinner" aria-hidden="true" />
        Loading...
      </p>
      <div aria-hidden="true">{shape === 'list' ? <ListSkeleton /> : <CardsSkeleton />}</div>
    </Layout>
  );
}

function ListSkeleton() {
  return (
    <>
      <div className="card card-body">
        <span className="skeleton wide" />
        <span className="skeleton" />
      </div>
      <div className="card">
        {rows.map(row => (
          <div key={row} className="skeleton-row">
            <span className="skeleton wide" />
            <span className="skeleton" />
            <span className="skeleton" />
          </div>
        ))}
      </div>
    </>
  );
}

function CardsSkeleton() {
  return (
    <div className="cards">
      {['first', 'second', 'third'].map(card => (
        <div key={card} className="card card-body">
          <span className="skeleton wide" />
          <span className="skeleton" />
          <span className="skeleton" />
          <span className="skeleton wide" />
        </div>
      ))}
    </div>
  );
}

import { Layout, type LayoutProps } from '../Layout';

export interface SkeletonPageProps {
  readonly layout: LayoutProps;
  /** The layout of the page that is loading. */
  readonly shape: 'list' | 'cards';
}

const rows = Array.from({ length: 10 }, (_, row) => `row ${row}`);

/** The placeholder for a page while its data is loading. */
export function SkeletonPage({ layout, shape }: SkeletonPageProps) {
  return (
    <Layout {...layout}>
      <p className="loading" role="status">
        <span className="spinner" aria-hidden="true" />
        Loading...
      </p>
      {shape === 'list' ? <ListSkeleton /> : <CardsSkeleton />}
    </Layout>
  );
}

function ListSkeleton() {
  return (
    <div aria-hidden="true">
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
    </div>
  );
}

/** The slots of the dashboard's cards, which are filled one by one. */
const cards = ['lead-capture', 'digital-business-cards', 'integrations'];

function CardsSkeleton() {
  return (
    <div className="cards">
      {cards.map(card => (
        <slot key={card} name={card}>
          <div className="card card-body dashboard-card" aria-hidden="true">
            <span className="skeleton wide" />
            <span className="skeleton" />
            <span className="skeleton" />
            <span className="skeleton wide" />
          </div>
        </slot>
      ))}
    </div>
  );
}

import { Layout, type LayoutProps } from '../Layout';
import { dashboardSlots } from './DashboardPage';

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

/** The cards of the dashboard, which fill their slots one by one. */
function CardsSkeleton() {
  return (
    <div className="cards">
      {dashboardSlots.map(slot => (
        <slot key={slot} name={slot}>
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

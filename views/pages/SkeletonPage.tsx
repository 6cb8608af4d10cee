import { Layout, type LayoutProps } from '../Layout';
import { dashboardSlots } from './DashboardPage';

export interface SkeletonPageProps {
  readonly layout: LayoutProps;
  /** The layout of the page that is loading. */
  readonly shape: 'list' | 'panels';
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
      {shape === 'list' ? <ListSkeleton /> : <PanelsSkeleton />}
    </Layout>
  );
}

function ListSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="panel panel-body">
        <span className="skeleton wide" />
        <span className="skeleton" />
      </div>
      <div className="panel">
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

/** The panels of the dashboard, which fill their slots one by one. */
function PanelsSkeleton() {
  return (
    <div className="panels">
      {dashboardSlots.map(slot => (
        <slot key={slot} name={slot}>
          <div className="panel panel-body dashboard-panel" aria-hidden="true">
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

import { Layout, type LayoutProps } from '../Layout';
import { dashboardSlots } from './DashboardPage';

export interface SkeletonPageProps {
  readonly layout: LayoutProps;
  /** The layout of the page that is loading: a product's figures and list, a list, or the panels of the dashboard. */
  readonly shape: 'product' | 'list' | 'panels';
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
      {shape === 'panels' ? <PanelsSkeleton /> : <ListSkeleton hasStrip={shape === 'product'} />}
    </Layout>
  );
}

function ListSkeleton({ hasStrip }: { readonly hasStrip: boolean }) {
  return (
    <div aria-hidden="true">
      {hasStrip ? (
        <div className="panel panel-body">
          <span className="skeleton" />
          <span className="skeleton wide" />
        </div>
      ) : null}
      <div className="panel">
        <div className="panel-body">
          <span className="skeleton" />
          <span className="skeleton wide" />
          <span className="skeleton wide" />
        </div>
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
  return dashboardSlots.map(slot => (
    <slot key={slot} name={slot}>
      <div className="panel panel-body" aria-hidden="true">
        <span className="skeleton" />
        <span className="skeleton wide" />
        <span className="skeleton wide" />
      </div>
    </slot>
  ));
}

import { Layout, type LayoutProps } from '../Layout';
import { dashboardSlots, INTEGRATIONS_SLOT } from './DashboardPage';

export interface SkeletonPageProps {
  readonly layout: LayoutProps;
  /** The layout of the page that is loading: a product's figures and list, a list, or the panels of the dashboard. */
  readonly shape: 'product' | 'list' | 'panels';
}

const rows = Array.from({ length: 10 }, (_, row) => `row ${row}`);

/** The widths of the columns: the row's checkbox, its texts, figures and action. */
const columns = {
  product: [18, 210, 110, 190, 50, 70],
  list: [18, 280, 160, 50, 120, 60],
} as const;

/** The placeholder for a page while its data is loading. */
export function SkeletonPage({ layout, shape }: SkeletonPageProps) {
  // As high as the buttons of the page, which have a line of their own on phones.
  const actions = shape === 'panels' ? undefined : <svg width="1" height="40" aria-hidden="true" />;
  return (
    <Layout {...layout} actions={actions}>
      <p className="actions muted loading" role="status">
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
        <div className="panel">
          <Lines kind="strip" count={2} />
        </div>
      ) : null}
      <div className="panel">
        <Lines kind="head" count={3} />
        <table className="table">
          <tbody>
            {rows.map(row => (
              <tr key={row} className="skeleton-row">
                {columns[hasStrip ? 'product' : 'list'].map(width => (
                  <td key={width}>
                    <svg className="skeleton" width={width} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** The panels of the dashboard, which fill their slots one by one. */
function PanelsSkeleton() {
  return dashboardSlots.map(slot => (
    <slot key={slot} name={slot}>
      <div className="panel" aria-hidden="true">
        {slot === INTEGRATIONS_SLOT ? <Lines kind="line" count={1} /> : <Lines kind="product" count={5} />}
      </div>
    </slot>
  ));
}

interface LinesProps {
  readonly kind: 'strip' | 'head' | 'product' | 'line';
  readonly count: number;
}

/** Lines of the whole width. */
function Lines({ kind, count }: LinesProps) {
  return (
    <div className={`skeleton-lines of-${kind}`}>
      {rows.slice(0, count).map(line => (
        <span key={line} className="skeleton" />
      ))}
    </div>
  );
}

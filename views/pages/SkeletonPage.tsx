import { type TableColumn, TableHead } from '../components/ListTable';
import { Layout, type LayoutProps } from '../Layout';
import { dashboardSlots, INTEGRATIONS_SLOT } from './DashboardPage';

export interface SkeletonPageProps {
  readonly layout: LayoutProps;
  /** The layout of the page that is loading: a product's figures and list, a list, or the panels of the dashboard. */
  readonly shape: 'product' | 'list' | 'panels';
  /** The columns of the list. */
  readonly columns?: readonly Pick<TableColumn<never>, 'key' | 'label' | 'group' | 'kind'>[] | undefined;
}

const rows = Array.from({ length: 10 }, (_, row) => `row ${row}`);

/** The widths of what a column of each kind has; by default, of a text. */
const widths: Readonly<Record<string, number>> = { select: 18, id: 110, number: 60, action: 70 };

/** The placeholder for a page while its data is loading. */
export function SkeletonPage({ layout, shape, columns }: SkeletonPageProps) {
  // As high as the buttons of the page, which have a line of their own on phones.
  const actions = shape === 'panels' ? undefined : <svg width="1" height="40" aria-hidden="true" />;
  return (
    <Layout {...layout} actions={actions}>
      <p className="actions muted loading" role="status">
        <span className="spinner" aria-hidden="true" />
        Loading...
      </p>
      {shape === 'panels' ? <PanelsSkeleton /> : <ListSkeleton shape={shape} columns={columns} />}
    </Layout>
  );
}

function ListSkeleton({ shape, columns = [{ key: '', label: '' }] }: Omit<SkeletonPageProps, 'layout'>) {
  return (
    <div aria-hidden="true" inert>
      {shape === 'product' ? (
        <div className="panel">
          <Lines kind="strip" count={2} />
        </div>
      ) : null}
      <div className="panel list-container">
        <Lines kind="head" count={3} />
        <table className="table list">
          {columns.length === 1 ? null : (
            <thead>
              <TableHead
                columns={columns.map(({ key: name, label, group, kind }) => ({ name, label, group, kind }))}
              />
            </thead>
          )}
          <tbody>
            {rows.map(row => (
              <tr key={row} className="skeleton-row">
                {columns.map(({ key, kind = '' }) => (
                  <td key={key} className={kind}>
                    <svg className="skeleton" width={widths[kind] ?? 200} />
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
      {slot === INTEGRATIONS_SLOT ? (
        <div className="panel panel-head" aria-hidden="true">
          <svg className="skeleton" />
        </div>
      ) : (
        <div className="panel" aria-hidden="true">
          <Lines kind="product" count={5} />
        </div>
      )}
    </slot>
  ));
}

/** Lines of the whole width. */
function Lines({ kind, count }: { readonly kind: string; readonly count: number }) {
  return (
    <div className={`skeleton-lines of-${kind}`}>
      {rows.slice(0, count).map(line => (
        <span key={line} className="skeleton" />
      ))}
    </div>
  );
}

import { Check, ExternalLink, type LucideIcon, Plug } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { paths } from '../../shared/paths';
import { Alert } from '../components/Alert';
import { Finding, type FindingProps } from '../components/Finding';
import { LinkButton } from '../components/LinkButton';
import { type Metric, Metrics } from '../components/Metrics';
import { BarChart, type BarChartProps } from '../components/plots/BarChart';
import { PlotHead } from '../components/plots/PlotHead';
import { Ranks, type RanksProps } from '../components/plots/Ranks';
import { UseBar, type UseBarProps } from '../components/plots/UseBar';
import { RequestLicenses, type RequestLicensesProps } from '../components/RequestLicenses';
import { Layout, type LayoutProps, type NavigationLink, pageIcons } from '../Layout';

interface DashboardPageProps {
  readonly layout: LayoutProps;
  readonly products: readonly ProductPanelProps[];
  readonly integrations: IntegrationsPanelProps;
}

/** The content of a dashboard panel (P67 to P76). Without the administrator's roles, there is no panel (P24). */
type ProductPanelContent =
  | { readonly state: 'unknown' }
  | {
      readonly state: 'active';
      readonly request: RequestLicensesProps;
      readonly metrics: readonly Metric[];
      readonly use: UseBarProps | undefined;
      readonly unused: FindingProps | undefined;
      readonly activations: BarChartProps | undefined;
      readonly mostActive: RanksProps | undefined;
    }
  | { readonly state: 'not active'; readonly request: RequestLicensesProps; readonly purpose: string }
  | { readonly state: 'no access'; readonly purpose: string; readonly helpUrl: string }
  | (Failed & { readonly request: RequestLicensesProps });

export type Integration =
  | { readonly state: 'unknown' }
  | { readonly state: 'active'; readonly name: string }
  | { readonly state: 'none' }
  | Failed;

interface Failed {
  readonly state: 'failed';
  readonly message: string;
  readonly retryHref: string;
}

/** The first page after a sign-in: an overview of each product. */
export function DashboardPage({ layout, products, integrations }: DashboardPageProps) {
  return (
    <Layout {...layout}>
      <div className="panels">
        {products.map(product => (
          <ProductPanel key={product.path} {...product} />
        ))}
        <IntegrationsPanel {...integrations} />
      </div>
    </Layout>
  );
}

const INTEGRATIONS_SLOT = 'integrations';

/** The slots for the panels in the skeleton of the dashboard. */
export const dashboardSlots = [paths.leadCapture, paths.cards, INTEGRATIONS_SLOT];

export interface ProductPanelProps {
  /** The product's page. */
  readonly path: NavigationLink['href'];
  readonly title: string;
  readonly panel: ProductPanelContent;
}

interface IntegrationsPanelProps {
  readonly integration: Integration;
  readonly helpUrl: string;
}

export function IntegrationsPanel({ integration, helpUrl }: IntegrationsPanelProps) {
  if (integration.state === 'unknown') return null;
  return (
    <section className="panel dashboard-panel" aria-label="CRM Integrations" slot={INTEGRATIONS_SLOT}>
      <div className="panel-head">
        <PanelTitle icon={Plug} title="CRM Integrations" />
      </div>
      <div className="panel-body">
        {integration.state === 'active' ? (
          <p className="pair">
            <strong>{integration.name}</strong>{' '}
            <span className="tag ok">
              <Icon shape={Check} size={14} /> Active
            </span>
          </p>
        ) : null}
        {integration.state === 'none' ? (
          <>
            <PanelNote
              title="No Integrations Activated"
              text="Connect your CRM to sync leads automatically"
            />
            <LearnMore href={helpUrl} about="CRM integrations" />
          </>
        ) : null}
        {integration.state === 'failed' ? <FailedPanel {...integration} /> : null}
      </div>
    </section>
  );
}

function FailedPanel({ message, retryHref }: Failed) {
  return (
    <>
      <Alert kind="error">
        <strong>{message}</strong>
      </Alert>
      <div className="actions">
        <LinkButton href={retryHref} label="Try again" />
      </div>
    </>
  );
}

export function ProductPanel({ path, title, panel }: ProductPanelProps) {
  if (panel.state === 'unknown') return null;
  const hasPlots = panel.state === 'active' && (panel.activations ?? panel.mostActive) !== undefined;
  return (
    <section className={`panel dashboard-panel${hasPlots ? ' tall' : ''}`} aria-label={title} slot={path}>
      <div className="panel-head">
        <PanelTitle icon={pageIcons[path]} title={title} />
        {panel.state === 'no access' ? null : (
          <RequestLicenses
            {...panel.request}
            label={panel.state === 'not active' ? 'Purchase Licenses' : 'Request Licenses'}
            product={title}
          />
        )}
      </div>
      <div className="panel-body">
        <PanelContent title={title} panel={panel} />
      </div>
    </section>
  );
}

interface PanelContentProps {
  readonly title: string;
  readonly panel: Exclude<ProductPanelContent, { state: 'unknown' }>;
}

function PanelContent({ title, panel }: PanelContentProps) {
  switch (panel.state) {
    case 'active':
      return <ActivePanel {...panel} />;
    case 'not active':
      return <PanelNote title="Not active yet" text={panel.purpose} />;
    case 'no access':
      return (
        <>
          <PanelNote title="No access" text={panel.purpose} />
          <LearnMore href={panel.helpUrl} about={title} />
        </>
      );
    case 'failed':
      return <FailedPanel {...panel} />;
  }
}

function ActivePanel({
  metrics,
  use,
  unused,
  activations,
  mostActive,
}: Extract<ProductPanelContent, { state: 'active' }>) {
  return (
    <>
      <Metrics metrics={metrics} size="small" />
      {use ? (
        <>
          <hr />
          <h3>{use.title}</h3>
          <UseBar {...use} height={20} />
        </>
      ) : null}
      {unused ? <Finding {...unused} /> : null}
      {activations ? (
        <>
          <hr />
          <PlotHead {...activations} />
          <BarChart {...activations} />
        </>
      ) : null}
      {mostActive ? (
        <>
          <hr />
          <Ranks {...mostActive} />
        </>
      ) : null}
    </>
  );
}

function PanelNote({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <strong>{title}</strong>
      <p>{text}</p>
    </div>
  );
}

/** The heading of a panel. It has no ID, because a panel that is sent before the complete page stays in the document. */
function PanelTitle({ icon, title }: { readonly icon: LucideIcon; readonly title: string }) {
  return (
    <h2>
      <Icon shape={icon} size={20} />
      {title}
    </h2>
  );
}

function LearnMore({ href, about }: { readonly href: string; readonly about: string }) {
  return (
    <div className="actions">
      <a className="button" href={href} target="_blank" rel="noreferrer">
        Learn more<span className="visually-hidden"> about {about} (opens in a new tab)</span>
        <Icon shape={ExternalLink} size={14} />
      </a>
    </div>
  );
}

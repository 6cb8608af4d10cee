import { Check, ExternalLink, type LucideIcon, Plug } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { paths } from '../../shared/paths';
import { Alert } from '../components/Alert';
import { Finding, type FindingProps } from '../components/Finding';
import { type Metric, Metrics } from '../components/Metrics';
import { BarChart, type BarChartProps } from '../components/plots/BarChart';
import { PlotHead } from '../components/plots/PlotHead';
import { Ranks, type RanksProps } from '../components/plots/Ranks';
import { UseBar, type UseBarProps } from '../components/plots/UseBar';
import { RequestLicenses, type RequestLicensesProps } from '../components/RequestLicenses';
import { Layout, type LayoutProps, type NavigationLink, pageIcons } from '../Layout';

interface DashboardPageProps {
  readonly layout: LayoutProps;
  readonly products: readonly ProductCardProps[];
  readonly integrations: IntegrationsCardProps;
}

/** The content of a dashboard card (P67 to P76). Without the administrator's roles, there is no card (P24). */
type ProductCardContent =
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
      <div className="cards">
        {products.map(product => (
          <ProductCard key={product.path} {...product} />
        ))}
        <IntegrationsCard {...integrations} />
      </div>
    </Layout>
  );
}

const INTEGRATIONS_SLOT = 'integrations';

/** The slots for the cards in the skeleton of the dashboard. */
export const dashboardSlots = [paths.leadCapture, paths.cards, INTEGRATIONS_SLOT];

export interface ProductCardProps {
  /** The product's page. */
  readonly path: NavigationLink['href'];
  readonly title: string;
  readonly card: ProductCardContent;
}

interface IntegrationsCardProps {
  readonly integration: Integration;
  readonly helpUrl: string;
}

export function IntegrationsCard({ integration, helpUrl }: IntegrationsCardProps) {
  if (integration.state === 'unknown') return null;
  return (
    <section className="card dashboard-card" aria-label="CRM Integrations" slot={INTEGRATIONS_SLOT}>
      <div className="card-head">
        <CardTitle icon={Plug} title="CRM Integrations" />
      </div>
      <div className="card-body">
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
            <CardNote title="No Integrations Activated" text="Connect your CRM to sync leads automatically" />
            <LearnMore href={helpUrl} about="CRM integrations" />
          </>
        ) : null}
        {integration.state === 'failed' ? <FailedCard {...integration} /> : null}
      </div>
    </section>
  );
}

function FailedCard({ message, retryHref }: Failed) {
  return (
    <>
      <Alert kind="error">
        <strong>{message}</strong>
      </Alert>
      <div className="actions">
        <a className="button" href={retryHref}>
          Try again
        </a>
      </div>
    </>
  );
}

export function ProductCard({ path, title, card }: ProductCardProps) {
  if (card.state === 'unknown') return null;
  return (
    <section className="card dashboard-card" aria-label={title} slot={path}>
      <div className="card-head">
        <CardTitle icon={pageIcons[path]} title={title} />
        {card.state === 'no access' ? null : (
          <RequestLicenses
            {...card.request}
            label={card.state === 'not active' ? 'Purchase Licenses' : 'Request Licenses'}
            product={title}
          />
        )}
      </div>
      <div className="card-body">
        <CardContent title={title} card={card} />
      </div>
    </section>
  );
}

interface CardContentProps {
  readonly title: string;
  readonly card: Exclude<ProductCardContent, { state: 'unknown' }>;
}

function CardContent({ title, card }: CardContentProps) {
  switch (card.state) {
    case 'active':
      return <ActiveCard {...card} />;
    case 'not active':
      return <CardNote title="Not active yet" text={card.purpose} />;
    case 'no access':
      return (
        <>
          <CardNote title="No access" text={card.purpose} />
          <LearnMore href={card.helpUrl} about={title} />
        </>
      );
    case 'failed':
      return <FailedCard {...card} />;
  }
}

function ActiveCard({
  metrics,
  use,
  unused,
  activations,
  mostActive,
}: Extract<ProductCardContent, { state: 'active' }>) {
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
          <PlotHead {...mostActive} />
          <Ranks {...mostActive} />
        </>
      ) : null}
    </>
  );
}

function CardNote({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <strong>{title}</strong>
      <p>{text}</p>
    </div>
  );
}

/** The heading of a card. It has no ID, because a card that is sent before the complete page stays in the document. */
function CardTitle({ icon, title }: { readonly icon: LucideIcon; readonly title: string }) {
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

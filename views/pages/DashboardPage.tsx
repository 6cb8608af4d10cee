import { ExternalLink, type LucideIcon, Plug, Plus } from 'lucide-react';
import { paths } from '../../shared/paths';
import { Alert } from '../components/Alert';
import { Finding, type FindingProps } from '../components/Finding';
import { Meter, type MeterProps } from '../components/Meter';
import { PostForm } from '../components/PostForm';
import { Layout, type LayoutProps, type NavigationLink, pageIcons } from '../Layout';

interface DashboardPageProps {
  readonly layout: LayoutProps;
  readonly products: readonly ProductCardProps[];
  readonly integrations: IntegrationsCardProps;
}

/** The content of a dashboard card (P67 to P76). */
export type ProductCardContent =
  | {
      readonly state: 'active';
      readonly requestAction: string;
      readonly idle: FindingProps | undefined;
      readonly meter: MeterProps;
      readonly figures: readonly LabeledFigure[];
    }
  | { readonly state: 'not active'; readonly requestAction: string }
  | { readonly state: 'no access' }
  | Failed;

export type Integration =
  | { readonly state: 'active'; readonly name: string }
  | { readonly state: 'none' }
  | Failed;

interface Failed {
  readonly state: 'failed';
  readonly message: string;
  readonly retryHref: string;
}

type LabeledFigure = readonly [label: string, value: string];

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
  /** Describes the product to administrators who do not use it. */
  readonly purpose: string;
  readonly card: ProductCardContent;
  readonly once: string;
  readonly helpUrl: string;
}

interface IntegrationsCardProps {
  readonly integration: Integration;
  readonly helpUrl: string;
}

export function IntegrationsCard({ integration, helpUrl }: IntegrationsCardProps) {
  return (
    <section className="card dashboard-card" aria-label="CRM Integrations" slot={INTEGRATIONS_SLOT}>
      <CardHead icon={Plug} title="CRM Integrations" />
      <div className="card-body">
        {integration.state === 'active' ? (
          <p className="pair">
            <strong>{integration.name}</strong> <span className="tag ok">Active</span>
          </p>
        ) : null}
        {integration.state === 'none' ? (
          <>
            <p className="strong">No Integrations Activated</p>
            <p>Connect your CRM to sync leads automatically</p>
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
      <Alert kind="error">{message}</Alert>
      <p>
        <a href={retryHref}>Try again</a>
      </p>
    </>
  );
}

export function ProductCard({ path, title, purpose, card, once, helpUrl }: ProductCardProps) {
  return (
    <section className="card dashboard-card" aria-label={title} slot={path}>
      <CardHead icon={pageIcons[path]} title={title} />
      <div className="card-body">
        {card.state === 'active' ? (
          <>
            <Meter {...card.meter} />
            <dl className="figures">
              {card.figures.map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {card.idle === undefined ? null : <Finding {...card.idle} />}
          </>
        ) : null}
        {card.state === 'not active' ? (
          <>
            <p className="strong">Not active yet</p>
            <p>{purpose}</p>
          </>
        ) : null}
        {card.state === 'no access' ? (
          <>
            <p className="strong">No access</p>
            <p>{purpose}</p>
            <LearnMore href={helpUrl} about={title} />
          </>
        ) : null}
        {card.state === 'failed' ? <FailedCard {...card} /> : null}
      </div>
      {card.state === 'active' || card.state === 'not active' ? (
        <PostForm action={card.requestAction} once={once} className="card-body">
          <button type="submit" className="button primary wide">
            <Plus aria-hidden="true" size={18} />
            <span>{card.state === 'active' ? 'Request Licenses' : 'Purchase Licenses'}</span>
            <span className="visually-hidden"> for {title}</span>
          </button>
        </PostForm>
      ) : null}
    </section>
  );
}

/** The heading of a card. It has no ID, because a card that is sent before the complete page stays in the document. */
function CardHead({ icon: Icon, title }: { readonly icon: LucideIcon; readonly title: string }) {
  return (
    <div className="card-head">
      <h2>
        <Icon aria-hidden="true" size={20} />
        {title}
      </h2>
    </div>
  );
}

function LearnMore({ href, about }: { readonly href: string; readonly about: string }) {
  return (
    <p>
      <a href={href} target="_blank" rel="noreferrer">
        Learn more<span className="visually-hidden"> about {about} (opens in a new tab)</span>
        <ExternalLink aria-hidden="true" size={14} />
      </a>
    </p>
  );
}

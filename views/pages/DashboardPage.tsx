import { Check, type LucideIcon, Plug, Send } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { paths } from '../../shared/paths';
import { productKeys, productTerms } from '../../shared/products';
import { Failure } from '../components/Alert';
import { LinkButton } from '../components/LinkButton';
import { MostActive, type MostActiveProps } from '../components/plots/MostActive';
import { Available, UsageLegend, type UsageProps } from '../components/plots/UsageBar';
import { LastRequest, RequestLicenses, type RequestLicensesProps } from '../components/RequestLicenses';
import { Layout, type LayoutProps } from '../Layout';

interface DashboardPageProps {
  readonly layout: LayoutProps;
  readonly products: readonly ProductPanelProps[];
  readonly integrations: IntegrationsPanelProps;
}

/** The content of a dashboard panel (P67 to P76). Without the administrator's roles, there is no panel (P24). */
type ProductPanelContent =
  | { readonly state: 'unknown' }
  | ({ readonly state: 'active' } & ActiveProps)
  | { readonly state: 'not active'; readonly licenseRequest: RequestLicensesProps; readonly purpose: string }
  | { readonly state: 'no access'; readonly purpose: string; readonly helpUrl: string }
  | {
      readonly state: 'failed';
      readonly message: string;
      readonly retryHref: string;
      readonly licenseRequest: RequestLicensesProps;
    };

interface ActiveProps {
  readonly licenseRequest: RequestLicensesProps;
  readonly available: { readonly count: string; readonly href: string | undefined };
  readonly facts: readonly Fact[];
  readonly usage: UsageProps | undefined;
  /** The sentence of the panel and its button, such as “210 of 438” “licenses had no leads in 30 days.” */
  readonly insight:
    | {
        readonly count: string;
        readonly text: string;
        readonly link?: { readonly label: string; readonly href: string } | undefined;
        /** Whether it is about the first day, when nobody has a license. */
        readonly isFirst?: boolean;
      }
    | undefined;
  readonly mostActive: MostActiveProps | undefined;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export type Integration =
  | { readonly state: 'unknown' }
  | { readonly state: 'active'; readonly name: string }
  | { readonly state: 'none' }
  | { readonly state: 'failed'; readonly message: string };

/** The first page after a sign-in: an overview of each product. */
export function DashboardPage({ layout, products, integrations }: DashboardPageProps) {
  const hasPeople = products.some(({ panel }) => panel.state === 'active' && panel.mostActive !== undefined);
  return (
    <Layout {...layout}>
      {products.map(product => (
        <ProductPanel key={product.path} {...product} />
      ))}
      <IntegrationsPanel {...integrations} />
      {hasPeople ? (
        <p className="muted">
          Back from a trade fair? <a href={paths.compare}>Compare with an earlier export</a>
        </p>
      ) : null}
    </Layout>
  );
}

/** The slot of the integrations in the skeleton of the dashboard. */
export const INTEGRATIONS_SLOT = 'integrations';

/** The slots for the panels in the skeleton of the dashboard. */
export const dashboardSlots = [...productKeys.map(key => productTerms[key].path), INTEGRATIONS_SLOT];

export interface ProductPanelProps {
  readonly path: string;
  readonly icon: LucideIcon;
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
    <section className="panel panel-head" aria-label="CRM Integrations" slot={INTEGRATIONS_SLOT}>
      <PanelTitle icon={Plug} title="CRM Integrations" />
      {integration.state === 'active' ? (
        <p className="state">
          {integration.name}
          <span className="tag ok">
            <Icon shape={Check} size={16} /> Active
          </span>
        </p>
      ) : null}
      {integration.state === 'none' ? (
        <p>
          <strong>No Integrations Activated</strong>{' '}
          <span className="muted">Connect your CRM to sync leads automatically</span>{' '}
          <LearnMore href={helpUrl} about="CRM integrations" />
        </p>
      ) : null}
      {integration.state === 'failed' ? <p className="muted">{integration.message}</p> : null}
    </section>
  );
}

export function ProductPanel({ path, icon, title, panel }: ProductPanelProps) {
  if (panel.state === 'unknown') return null;
  return (
    <section className="panel" aria-label={title} slot={path}>
      <div className="panel-head">
        <PanelTitle icon={icon} title={title} />
        {'licenseRequest' in panel ? (
          <>
            <LastRequest {...panel.licenseRequest} />
            <RequestLicenses
              {...panel.licenseRequest}
              label={panel.state === 'not active' ? 'Purchase Licenses' : 'Request Licenses'}
              isPrimary={panel.state === 'not active'}
              product={title}
            />
          </>
        ) : null}
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
          <p>
            <LearnMore href={panel.helpUrl} about={title} />
          </p>
        </>
      );
    case 'failed':
      return <Failure text={panel.message} retryHref={panel.retryHref} />;
  }
}

/** The parts of a label for which narrow windows have no room. */
const LONG = /(Profile |last )/;

function ActivePanel({ available, facts, usage, insight, mostActive }: ActiveProps) {
  return (
    <>
      <div className="columns facts">
        <Available {...available} />
        <dl>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>
                {label.split(LONG).map((part, index) =>
                  index % 2 === 0 ? (
                    part
                  ) : (
                    <span key={part} className="long">
                      {part}
                    </span>
                  ),
                )}
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {usage ? <UsageLegend {...usage} /> : null}
      {insight ? (
        <div className="insight between">
          <p className="sentence">
            <strong>{insight.count}</strong> {insight.text}
          </p>
          {insight.link ? (
            <LinkButton {...insight.link} {...(insight.isFirst && { icon: Send, variant: 'primary' })} />
          ) : null}
        </div>
      ) : null}
      {mostActive ? <MostActive {...mostActive} /> : null}
    </>
  );
}

function PanelNote({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <p>
      <strong>{title}</strong>
      <br />
      {text}
    </p>
  );
}

/** The heading of a panel. It has no ID, because a panel that is sent before the complete page stays in the document. */
function PanelTitle({ icon, title }: { readonly icon: LucideIcon; readonly title: string }) {
  return (
    <h2>
      <Icon shape={icon} />
      {title}
    </h2>
  );
}

function LearnMore({ href, about }: { readonly href: string; readonly about: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      Learn more<span className="visually-hidden"> about {about} (opens in a new tab)</span>
    </a>
  );
}

import { CreditCard, ExternalLink, type LucideIcon, Plug, Plus, ScanLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { Alert } from '../components/Alert';
import { Meter, type MeterProps } from '../components/Meter';
import { PostForm } from '../components/PostForm';
import { Layout, type LayoutProps } from '../Layout';

export interface DashboardPageProps {
  readonly layout: LayoutProps;
  readonly once: string;
  readonly helpUrl: string;
  readonly leadCapture: ProductCard;
  readonly cards: ProductCard;
  readonly integration: Integration;
}

/** What the dashboard says of one product (P67 to P76). */
export type ProductCard =
  | {
      readonly state: 'active';
      readonly requestAction: string;
      readonly meter: MeterProps;
      readonly figures: readonly Figure[];
    }
  | { readonly state: 'not active'; readonly requestAction: string }
  | { readonly state: 'no access' }
  | { readonly state: 'failed'; readonly message: string };

export type Integration =
  | { readonly state: 'active'; readonly name: string }
  | { readonly state: 'none' }
  | { readonly state: 'failed'; readonly message: string };

type Figure = readonly [label: string, value: string];

/** The first page after signing in: each product at a glance. */
export function DashboardPage({
  layout,
  once,
  helpUrl,
  leadCapture,
  cards,
  integration,
}: DashboardPageProps) {
  return (
    <Layout {...layout}>
      <div className="cards">
        <Product title="Lead Capture" icon={ScanLine} card={leadCapture} once={once} helpUrl={helpUrl}>
          Capture leads at events by scanning badges and business cards.
        </Product>
        <Product title="Digital Business Cards" icon={CreditCard} card={cards} once={once} helpUrl={helpUrl}>
          Let people share their contact details with a tap.
        </Product>
        <section className="card" aria-labelledby="integrations-title">
          <CardHead id="integrations-title" icon={Plug} title="CRM Integrations" />
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
            {integration.state === 'failed' ? <Alert kind="error">{integration.message}</Alert> : null}
          </div>
        </section>
      </div>
    </Layout>
  );
}

interface ProductProps {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly card: ProductCard;
  readonly once: string;
  readonly helpUrl: string;
  /** What the product is for, to those who do not have it. */
  readonly children: ReactNode;
}

function Product({ title, icon, card, once, helpUrl, children }: ProductProps) {
  const id = `${title.replaceAll(' ', '-').toLowerCase()}-title`;
  return (
    <section className="card" aria-labelledby={id}>
      <CardHead id={id} icon={icon} title={title} />
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
          </>
        ) : null}
        {card.state === 'not active' ? (
          <>
            <p className="strong">Not active yet</p>
            <p>{children}</p>
          </>
        ) : null}
        {card.state === 'no access' ? (
          <>
            <p className="strong">No access</p>
            <p>{children}</p>
            <LearnMore href={helpUrl} about={title} />
          </>
        ) : null}
        {card.state === 'failed' ? <Alert kind="error">{card.message}</Alert> : null}
      </div>
      {card.state === 'active' || card.state === 'not active' ? (
        <PostForm action={card.requestAction} once={once} className="card-foot">
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

function CardHead({
  id,
  icon: Icon,
  title,
}: {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly title: string;
}) {
  return (
    <div className="card-head">
      <h2 id={id}>
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

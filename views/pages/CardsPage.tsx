import { Mail } from 'lucide-react';
import { messages } from '../../shared/messages';
import { Cached } from '../components/Cached';
import { ConfirmLink } from '../components/ConfirmLink';
import { CopyableId } from '../components/CopyableId';
import { ListSection, type ListSectionProps } from '../components/ListSection';
import { ListTable, Row, type RowProps, type SortableColumn } from '../components/ListTable';
import { Meter, type MeterProps } from '../components/Meter';
import { Metric } from '../components/Metric';
import { type Product, type ProductContent, ProductPage } from '../components/ProductPage';
import { Unreadable } from '../components/Unreadable';
import type { LayoutProps } from '../Layout';

export interface CardsPageProps {
  readonly layout: LayoutProps;
  readonly content: ProductContent<Cards>;
}

export interface Cards extends Product {
  readonly profileDataHref: string;
  readonly overview: {
    /** In the order in which they are shown. */
    readonly metrics: readonly (readonly [label: string, value: string])[];
    readonly meter: MeterProps;
  };
  /** Undefined when the backend sent no list. */
  readonly claimed: ClaimedCards | undefined;
  /** Undefined when there are none. */
  readonly nonClaimed: NonClaimedCards | undefined;
}

export type CardColumn = 'name' | 'email' | 'jobTitle' | 'cardId' | 'viewsLast30Days' | 'totalViews';

export interface ClaimedCards {
  readonly section: ListSectionProps;
  readonly exportHref: string | undefined;
  readonly exportWithVisitsHref: string | undefined;
  readonly columns: readonly SortableColumn<CardColumn>[];
  readonly rows: readonly CardRow[];
}

export interface CardRow extends Readonly<Record<'name' | 'email' | 'jobTitle' | 'cardId', string>> {
  readonly viewsLast30Days: number;
  readonly totalViews: number;
  readonly deactivateHref: string;
}

export interface NonClaimedCards {
  readonly section: ListSectionProps;
  readonly exportHref: string | undefined;
  readonly column: SortableColumn<'cardId'>;
  readonly cardIds: readonly string[];
}

/** Digital business cards: counts, the cards that people use, and those that are still free. */
export function CardsPage({ layout, content }: CardsPageProps) {
  return (
    <ProductPage
      layout={layout}
      title="Digital Business Cards"
      subtitle="Cards claimed by your people, and those still free"
      content={content}
      notActivated={{
        title: messages.cards.notActivated,
        text: 'With these cards your people share their contact details by a tap on a phone.',
      }}
      failure={messages.cards.statsCallFailed}
      actions={({ profileDataHref }) => (
        <ConfirmLink
          className="button"
          href={profileDataHref}
          dialog="profile-data"
          item={{ id: '', subject: [] }}
        >
          <Mail aria-hidden="true" size={18} />
          Request All Profile Data
        </ConfirmLink>
      )}
    >
      {({ overview, claimed, nonClaimed }) => (
        <>
          <Cached as="section" className="card" aria-label="Overview" component={Overview} props={overview} />
          {claimed ? (
            <Claimed {...claimed} />
          ) : (
            <Unreadable title="Claimed Cards" message={messages.cards.cardsUnreadable} />
          )}
          {nonClaimed ? <NonClaimed {...nonClaimed} /> : null}
        </>
      )}
    </ProductPage>
  );
}

function Overview({ metrics, meter }: Cards['overview']) {
  return (
    <>
      <dl className="metrics">
        {metrics.map(([label, value]) => (
          <Metric key={label} label={label} value={value} />
        ))}
      </dl>
      <div className="card-meter">
        <Meter {...meter} />
      </div>
    </>
  );
}

function Claimed({ section, exportHref, exportWithVisitsHref, columns, rows }: ClaimedCards) {
  const isNumeric = (key: CardColumn) => key === 'viewsLast30Days' || key === 'totalViews';
  return (
    <ListSection
      {...section}
      exports={[
        { href: exportWithVisitsHref, label: 'Export with profile visits', what: 'of claimed cards' },
        { href: exportHref, label: 'Export', what: 'claimed cards' },
      ]}
    >
      {rows.length === 0 ? null : (
        <ListTable
          caption="Claimed cards"
          columns={[
            ...columns.map(({ key, label, ...sort }) => ({ key, label, numeric: isNumeric(key), sort })),
            { key: 'actions', label: 'Actions', numeric: true },
          ]}
          rows={rows.map(row => ({
            ...row,
            viewsLast30Days: String(row.viewsLast30Days),
            totalViews: String(row.totalViews),
          }))}
          row={CardTableRow}
        />
      )}
    </ListSection>
  );
}

function CardTableRow({ columns, fields }: RowProps<CardColumn | 'deactivateHref'>) {
  const cells = [
    <bdi key="name" className="long strong">
      {fields.name}
    </bdi>,
    <bdi key="email" className="long">
      {fields.email}
    </bdi>,
    <bdi key="title" className="short muted" title={fields.jobTitle}>
      {fields.jobTitle}
    </bdi>,
    <code key="id" className="muted">
      {fields.cardId}
    </code>,
    fields.viewsLast30Days,
    fields.totalViews,
    <ConfirmLink
      key="deactivate"
      href={fields.deactivateHref}
      dialog="deactivate"
      item={{ id: fields.cardId, subject: [fields.name, fields.email].filter(text => text !== '') }}
    >
      Deactivate<span className="visually-hidden"> the card of {fields.name || fields.email}</span>
    </ConfirmLink>,
  ];
  return <Row columns={columns} cells={cells} />;
}

function NonClaimed({ section, exportHref, column, cardIds }: NonClaimedCards) {
  const { key, label, ...sort } = column;
  return (
    <ListSection {...section} exports={[{ href: exportHref, label: 'Export', what: 'non-claimed cards' }]}>
      {cardIds.length === 0 ? null : (
        <ListTable
          caption="Non-claimed cards"
          columns={[{ key, label, sort }]}
          rows={cardIds.map(id => ({ id }))}
          row={CardIdRow}
        />
      )}
    </ListSection>
  );
}

function CardIdRow({ columns, fields: { id } }: RowProps<'id'>) {
  return <Row columns={columns} cells={[<CopyableId key="id" id={id} kind="CardID" />]} />;
}

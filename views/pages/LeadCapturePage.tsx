import { messages } from '../../shared/messages';
import { Cached } from '../components/Cached';
import { ConfirmLink } from '../components/ConfirmLink';
import { CopyableId } from '../components/CopyableId';
import { ListSection, type ListSectionProps } from '../components/ListSection';
import { ListTable, Row, type RowProps, type SortableColumn } from '../components/ListTable';
import { Bar, barOf, Meter, type MeterProps } from '../components/Meter';
import { Metric } from '../components/Metric';
import { type Product, type ProductContent, ProductPage } from '../components/ProductPage';
import { type PieceProps, Repeated } from '../components/Repeated';
import { Unreadable } from '../components/Unreadable';
import { Island } from '../Island';
import type { LayoutProps } from '../Layout';

export interface LeadCapturePageProps {
  readonly layout: LayoutProps;
  readonly content: ProductContent<LeadCapture>;
}

export interface LeadCapture extends Product {
  readonly overview: {
    readonly code: string;
    readonly purchased: string;
    readonly active: string;
    readonly activeShare: string | undefined;
    readonly available: string;
    readonly meter: MeterProps;
  };
  /** Undefined when the backend sent no list. */
  readonly activated: ActivatedLicenses | undefined;
  /** Undefined when there are none. */
  readonly nonActivated: NonActivatedLicenses | undefined;
}

export interface ActivatedLicenses {
  readonly section: ListSectionProps;
  readonly exportHref: string | undefined;
  readonly columns: readonly SortableColumn<'leadsLast30Days' | 'leadsTotal'>[];
  readonly rows: readonly LicenseRow[];
}

export interface LicenseRow {
  readonly email: string;
  readonly userId: string;
  readonly leadsLast30Days: number;
  readonly leadsTotal: number;
  readonly deactivateHref: string;
}

export interface NonActivatedLicenses {
  readonly section: ListSectionProps;
  readonly exportHref: string;
  readonly userIds: readonly string[];
}

/** Licenses of the scanner app: counts, who uses them, and what can be done about it. */
export function LeadCapturePage({ layout, content }: LeadCapturePageProps) {
  return (
    <ProductPage
      layout={layout}
      title="Lead Capture"
      subtitle="Licenses for the lead-capture scanner app"
      content={content}
      notActivated={{
        title: messages.leadCapture.notActivated,
        text: 'With this app your people capture leads at events by scanning badges and business cards.',
      }}
      failure={messages.leadCapture.statsFailed}
    >
      {({ overview, activated, nonActivated }) => (
        <>
          <Cached as="section" className="card" aria-label="Overview" component={Overview} props={overview} />
          {activated ? (
            <Activated {...activated} />
          ) : (
            <Unreadable title="Activated Licenses" message={messages.leadCapture.licensesUnreadable} />
          )}
          {nonActivated ? <NonActivated {...nonActivated} /> : null}
        </>
      )}
    </ProductPage>
  );
}

function Overview({ code, purchased, active, activeShare, available, meter }: LeadCapture['overview']) {
  return (
    <>
      <div className="card-row">
        <span className="muted">Corporate Code</span>
        {code === '' ? (
          <span>–</span>
        ) : (
          <>
            <code className="badge">{code}</code>
            <Island name="CopyButton" props={{ text: code, kind: 'corporate code', label: 'Copy' }} />
          </>
        )}
        <span className="hint">Share this code with users to claim licenses</span>
      </div>
      <dl className="metrics">
        <Metric label="Total Purchased" value={purchased} />
        <Metric label="Currently Active" value={active} note={activeShare} />
        <Metric label="Available" value={available} />
      </dl>
      <div className="card-meter">
        <Meter {...meter} />
      </div>
    </>
  );
}

function Activated({ section, exportHref, columns, rows }: ActivatedLicenses) {
  const sorted = columns.find(({ direction }) => direction !== undefined);
  const largest = sorted ? Math.max(0, ...rows.map(row => row[sorted.key])) : 0;
  return (
    <ListSection {...section} exports={[{ href: exportHref, label: 'Export', what: 'activated licenses' }]}>
      {rows.length === 0 ? null : (
        <ListTable
          caption="Activated licenses"
          columns={[
            { key: 'email', label: 'Email' },
            { key: 'userId', label: 'UserID' },
            ...columns.map(({ key, label, ...sort }) => ({ key, label, numeric: true, sort })),
            { key: 'actions', label: 'Actions', numeric: true },
          ]}
          rows={rows.map(row => fieldsOf(row, sorted && barOf(row[sorted.key], largest)))}
          row={LicenseTableRow}
        />
      )}
    </ListSection>
  );
}

function LicenseTableRow({ columns, fields }: RowProps<keyof ReturnType<typeof fieldsOf>>) {
  const figure = (key: 'leadsLast30Days' | 'leadsTotal') => {
    const isSorted = columns.some(column => column.key === key && column.isSorted);
    if (!isSorted) return fields[key];
    return (
      <span key={key} className="figure">
        <Bar start={fields.barStart} length={fields.barLength} />
        {fields[key]}
      </span>
    );
  };
  const cells = [
    <bdi key="email" className="long">
      {fields.email}
    </bdi>,
    <CopyableId key="id" id={fields.userId} kind="UserID" />,
    figure('leadsLast30Days'),
    figure('leadsTotal'),
    <ConfirmLink
      key="deactivate"
      href={fields.deactivateHref}
      dialog="revoke"
      item={{ id: fields.userId, subject: [fields.email] }}
    >
      Deactivate<span className="visually-hidden"> the license of {fields.email}</span>
    </ConfirmLink>,
  ];
  return <Row columns={columns} cells={cells} />;
}

function fieldsOf(row: LicenseRow, bar = { start: '', length: '' }) {
  return {
    ...row,
    leadsLast30Days: String(row.leadsLast30Days),
    leadsTotal: String(row.leadsTotal),
    barStart: bar.start,
    barLength: bar.length,
  };
}

function NonActivated({ section, exportHref, userIds }: NonActivatedLicenses) {
  return (
    <ListSection
      {...section}
      exports={[{ href: exportHref, label: 'Export', what: 'non-activated licenses' }]}
    >
      <Repeated
        as="ul"
        className="id-list"
        pieces={userIds.map(id => ({ id }))}
        common={{}}
        component={UserIdItem}
      />
    </ListSection>
  );
}

function UserIdItem({ fields: { id } }: PieceProps<'id'>) {
  return (
    <li>
      <CopyableId id={id} kind="UserID" />
    </li>
  );
}

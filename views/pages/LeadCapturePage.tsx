import { Link, Plus } from 'lucide-react';
import { ConfirmDialog } from '../../client/islands/ConfirmDialog';
import { CopyButton } from '../../client/islands/CopyButton';
import { messages } from '../../shared/messages';
import { Alert } from '../components/Alert';
import { EmptyState } from '../components/EmptyState';
import { ExportLink } from '../components/ExportLink';
import { ListTable } from '../components/ListTable';
import { Bar, Meter } from '../components/Meter';
import { Metric } from '../components/Metric';
import { NotActivated } from '../components/NotActivated';
import { PageHead } from '../components/PageHead';
import { Pagination, type PaginationProps } from '../components/Pagination';
import { PostForm } from '../components/PostForm';
import { SearchForm, type SearchFormProps } from '../components/SearchForm';
import { Layout, type LayoutProps } from '../Layout';

export interface LeadCapturePageProps {
  readonly layout: LayoutProps;
  readonly content:
    | { readonly state: 'not activated'; readonly helpUrl: string }
    | { readonly state: 'failed'; readonly retryHref: string }
    | ({ readonly state: 'ready' } & LeadCapture);
}

export interface LeadCapture {
  /** Marks this rendering of the page's forms. */
  readonly once: string;
  readonly requestAction: string;
  readonly downloadLink: string;
  readonly overview: {
    readonly code: string;
    readonly purchased: string;
    readonly active: string;
    readonly activeShare: string | undefined;
    readonly available: string;
    readonly meter: { readonly value: number; readonly total: number; readonly label: string };
  };
  /** Undefined when the backend sent no list. */
  readonly activated: ActivatedLicences | undefined;
  /** Undefined when there are none. */
  readonly nonActivated: NonActivatedLicences | undefined;
  readonly dialog: RevokeDialog | undefined;
}

export interface ActivatedLicences {
  readonly total: string;
  readonly countLine: string;
  readonly exportHref: string | undefined;
  readonly search: SearchFormProps | undefined;
  readonly columns: readonly SortableColumn[];
  readonly rows: readonly LicenceRow[];
  readonly pagination: PaginationProps | undefined;
}

export interface SortableColumn {
  readonly key: 'leadsLast30Days' | 'leadsTotal';
  readonly label: string;
  readonly href: string;
  readonly direction: 'asc' | 'desc' | undefined;
  /** The largest figure on the page, for the bars of the sorted column. */
  readonly largest: number;
}

export interface LicenceRow {
  readonly email: string;
  readonly userId: string;
  readonly leadsLast30Days: number;
  readonly leadsTotal: number;
  readonly deactivateHref: string;
}

export interface NonActivatedLicences {
  readonly total: string;
  readonly exportHref: string;
  readonly userIds: readonly string[];
  readonly pagination: PaginationProps | undefined;
}

export interface RevokeDialog {
  readonly email: string;
  readonly licenceId: string;
  readonly action: string;
  readonly cancelHref: string;
}

/** Licences of the scanner app: counts, who uses them, and what can be done about it. */
export function LeadCapturePage({ layout, content }: LeadCapturePageProps) {
  const ready = content.state === 'ready' ? content : undefined;
  return (
    <Layout
      {...layout}
      dialog={ready?.dialog ? <ConfirmRevocation {...ready.dialog} once={ready.once} /> : undefined}
    >
      <PageHead title="Lead Capture" subtitle="Licenses for the lead-capture scanner app">
        {ready ? (
          <>
            <DownloadLink href={ready.downloadLink} />
            <PostForm action={ready.requestAction} once={ready.once}>
              <button type="submit" className="button primary">
                <Plus aria-hidden="true" size={18} />
                <span>Request Licenses</span>
              </button>
            </PostForm>
          </>
        ) : null}
      </PageHead>
      {content.state === 'not activated' ? (
        <NotActivated
          title={messages.leadCapture.notActivated}
          text="Your company captures leads at events by scanning badges and business cards with this app."
          helpUrl={content.helpUrl}
          linkLabel="Learn More"
        />
      ) : null}
      {content.state === 'failed' ? <StatsFailed retryHref={content.retryHref} /> : null}
      {ready ? <Sections {...ready} /> : null}
    </Layout>
  );
}

function StatsFailed({ retryHref }: { readonly retryHref: string }) {
  return (
    <section className="card" aria-label="Lead Capture">
      <div className="card-body">
        <Alert kind="error">{messages.leadCapture.statsFailed}</Alert>
        <p>
          The rest of the portal is not affected. <a href={retryHref}>Try again</a>
        </p>
      </div>
    </section>
  );
}

function Sections({ overview, activated, nonActivated }: LeadCapture) {
  return (
    <>
      <section className="card" aria-label="Overview">
        <div className="card-row">
          <span className="muted">Corporate Code</span>
          {overview.code === '' ? <span>–</span> : <code className="badge">{overview.code}</code>}
          {overview.code === '' ? null : (
            <CopyButton text={overview.code} name="corporate code" label="Copy" />
          )}
          <span className="hint">Share this code with users to claim licenses</span>
        </div>
        <dl className="metrics">
          <Metric label="Total Purchased" value={overview.purchased} />
          <Metric label="Currently Active" value={overview.active} note={overview.activeShare} />
          <Metric label="Available" value={overview.available} />
        </dl>
        <div className="card-meter">
          <Meter {...overview.meter} />
        </div>
      </section>
      {activated ? <Activated {...activated} /> : <LicencesUnreadable />}
      {nonActivated ? <NonActivated {...nonActivated} /> : null}
    </>
  );
}

function LicencesUnreadable() {
  return (
    <section className="card" aria-label="Activated Licenses">
      <div className="card-body">
        <Alert kind="error">{messages.leadCapture.licencesUnreadable}</Alert>
      </div>
    </section>
  );
}

function Activated({ total, countLine, exportHref, search, columns, rows, pagination }: ActivatedLicences) {
  return (
    <section className="card" id="activated-licenses" aria-labelledby="activated-title">
      <div className="card-head">
        <h2 id="activated-title">
          Activated Licenses <span className="count">{total}</span>
        </h2>
        <ExportLink href={exportHref} what="activated licenses" />
      </div>
      {search ? (
        <div className="card-tools">
          <SearchForm {...search} />
          <p className="count-line" role="status">
            {countLine}
          </p>
        </div>
      ) : null}
      {rows.length > 0 ? (
        <ListTable
          caption="Activated licenses"
          columns={[
            { key: 'email', label: 'Email' },
            { key: 'userId', label: 'UserID' },
            ...columns.map(({ key, label, href, direction }) => ({
              key,
              label,
              numeric: true,
              sort: { href, direction },
            })),
            { key: 'actions', label: 'Actions', numeric: true },
          ]}
          rows={rows.map((row, index) => ({
            key: `${index} ${row.userId}`,
            cells: [
              <bdi key="email" className="long" title={row.email}>
                {row.email}
              </bdi>,
              <UserId key="id" id={row.userId} />,
              ...columns.map(column => (
                <span key={column.key} className="figure">
                  {column.direction ? <Bar value={row[column.key]} largest={column.largest} /> : null}
                  {row[column.key]}
                </span>
              )),
              <a key="deactivate" className="quiet danger" href={row.deactivateHref}>
                Deactivate<span className="visually-hidden"> the license of {row.email}</span>
              </a>,
            ],
          }))}
        />
      ) : search ? (
        <EmptyState title="No licenses found" hint="Try adjusting your search terms or clear the search." />
      ) : (
        <EmptyState
          title="No licenses activated yet"
          hint="Licenses will appear here once customers activate them."
        />
      )}
      {pagination ? <Pagination {...pagination} /> : null}
    </section>
  );
}

function NonActivated({ total, exportHref, userIds, pagination }: NonActivatedLicences) {
  return (
    <section className="card" id="non-activated-licenses" aria-labelledby="non-activated-title">
      <div className="card-head">
        <h2 id="non-activated-title">
          Non-Activated Licenses <span className="count">{total}</span>
        </h2>
        <ExportLink href={exportHref} what="non-activated licenses" />
      </div>
      <ul className="id-list">
        {userIds.map((id, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a backend may send one id twice
          <li key={`${index} ${id}`}>
            <UserId id={id} />
          </li>
        ))}
      </ul>
      {pagination ? <Pagination {...pagination} /> : null}
    </section>
  );
}

function UserId({ id }: { readonly id: string }) {
  return (
    <span className="copyable">
      <code title={id}>{id}</code>
      <CopyButton text={id} name={`UserID ${id}`} />
    </span>
  );
}

/** Without JavaScript it opens the address for copying by hand. */
function DownloadLink({ href }: { readonly href: string }) {
  return (
    <details className="download-link">
      <summary className="button">
        <Link aria-hidden="true" size={18} />
        Copy Download Link
      </summary>
      <label>
        <span>Address to copy</span>
        <input type="url" readOnly value={href} />
      </label>
    </details>
  );
}

function ConfirmRevocation({
  email,
  licenceId,
  action,
  cancelHref,
  once,
}: RevokeDialog & { readonly once: string }) {
  return (
    <ConfirmDialog
      title="Confirm License Revocation"
      question="Are you sure you want to revoke the license of:"
      subject={[email]}
      warning="This action cannot be undone."
      confirmLabel="Revoke License"
      cancelHref={cancelHref}
      form={button => (
        <PostForm action={action} once={once}>
          <input type="hidden" name="licenseId" value={licenceId} />
          {button}
        </PostForm>
      )}
    />
  );
}

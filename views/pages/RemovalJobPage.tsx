import {
  CircleCheck,
  CircleQuestionMark,
  Clock,
  ClockAlert,
  Ellipsis,
  type LucideIcon,
  Square,
  TriangleAlert,
} from 'lucide-react';
import { Icon } from '../../client/Icon';
import { paths } from '../../shared/paths';
import type { ProductKey } from '../../shared/products';
import { Alerts } from '../components/Alert';
import { ExportMenu, type ExportMenuProps } from '../components/ExportMenu';
import { LinkButton } from '../components/LinkButton';
import { Notice } from '../components/Notice';
import { Pagination, type PaginationProps } from '../components/Pagination';
import { Person, type PersonProps } from '../components/Person';
import { ButtonForm, type ButtonFormProps, PostForm } from '../components/PostForm';
import { Layout, type PageProps } from '../Layout';

export type JobContent =
  | { readonly state: 'unknown' }
  | ({ readonly state: 'running' } & JobProgress)
  | ({ readonly state: 'done' } & JobOutcome);

interface JobProgress {
  readonly count: JobCountProps;
  /** The button, until it is pressed. */
  readonly stop: ButtonFormProps | undefined;
  readonly people: PeopleProps;
}

interface JobCountProps {
  readonly done: number;
  readonly total: number;
  /** For instance '5 of 9 done'. */
  readonly text: string;
  /** For instance '4 to go'. */
  readonly note: string;
}

/** What has become of an item, or of its removal so far. */
export interface ItemState {
  /** Identifies the item among the items of a person. */
  readonly key?: string;
  readonly text: string;
  readonly style: 'waiting' | 'started' | 'removed' | 'changed' | 'failed' | 'unknown';
}

/** A person and what has become of their licenses and cards. */
export interface RemovalPersonRow {
  readonly key: string;
  readonly person: PersonProps;
  readonly license: readonly ItemState[];
  readonly card: readonly ItemState[];
}

interface PeopleProps {
  /** For instance 'All 9 people'. */
  readonly title: string;
  readonly products: readonly ProductKey[];
  readonly rows: readonly RemovalPersonRow[];
  readonly pagination: PaginationProps | undefined;
}

/** A license or card that was not removed, and what can be done about it. */
export interface OpenItem {
  readonly key: string;
  readonly person: PersonProps;
  readonly noun: string;
  readonly state: ItemState;
  readonly action:
    | { readonly label: string; readonly href: string }
    | { readonly label: string; readonly form: Omit<ButtonFormProps, 'label'> };
}

interface JobOutcome {
  /** Effects of the administrator's own actions, such as Stop. */
  readonly notes: readonly string[];
  /** Why the job ended early, and whether its results are unchecked. */
  readonly problems: readonly string[];
  /** How many items are still open. */
  readonly openCount: string;
  readonly openItems: {
    readonly rows: readonly OpenItem[];
    readonly pagination: PaginationProps | undefined;
  };
  /** The form that reviews everything that is left. */
  readonly again: ButtonFormProps | undefined;
  /** How many people of a list of leavers are not part of the removal, and the page that lists them. */
  readonly openLeavers: { readonly text: string; readonly href: string } | undefined;
  readonly people: PeopleProps;
  readonly receipt: ExportMenuProps;
  readonly backHref: string;
  readonly backLabel: string;
  /** The help page, if something has failed. */
  readonly helpUrl: string | undefined;
}

/** The page of a bulk removal: its progress, or its end. */
export function RemovalJobPage({ layout, content }: PageProps<JobContent>) {
  switch (content.state) {
    case 'unknown':
      return (
        <Layout {...layout}>
          <Notice
            icon={ClockAlert}
            title="This removal is no longer available"
            text="A removal can be viewed for an hour, in the session that started it. Its record is lost when the portal restarts without shared memory. The lists show who still has a license or card."
            href={paths.people}
            label="Go to People"
          />
        </Layout>
      );
    case 'running':
      return (
        <Layout {...layout}>
          <Progress {...content} />
        </Layout>
      );
    case 'done':
      return (
        <Layout {...layout} isOutcome actions={<EndActions {...content} />}>
          <End {...content} />
        </Layout>
      );
  }
}

/** A script shows the current version of this page every second. */
function Progress({ count, stop, people }: JobProgress) {
  const { done, total, text, note } = count;
  return (
    <>
      <section className="panel panel-body job-count" aria-label="Progress" data-removal="running">
        <div className="job-head">
          <p>
            <strong>{text}</strong> <span className="hint">{note}</span>
          </p>
          {stop === undefined ? null : (
            <PostForm action={stop.action} hidden={stop.hidden}>
              <button type="submit" className="button">
                <Icon shape={Square} size={16} />
                {stop.label}
              </button>
            </PostForm>
          )}
        </div>
        <div>
          <progress value={done} max={total} aria-label={text} />
        </div>
        <p className="hint">Stop finishes what is in progress and starts nothing new.</p>
      </section>
      <section className="panel list-container job" aria-label="People">
        <People {...people} />
      </section>
    </>
  );
}

/** The most important action is the one that is left to do. */
function EndActions({ receipt, backHref, backLabel, again }: JobOutcome) {
  return (
    <>
      <ExportMenu {...receipt} />
      <LinkButton href={backHref} label={backLabel} variant={again === undefined ? 'primary' : undefined} />
    </>
  );
}

function End(end: JobOutcome) {
  return (
    <>
      <Alerts kind="info" texts={end.notes} />
      <Alerts kind="error" texts={end.problems} />
      {end.openCount === '0' ? null : <StillOpen {...end} />}
      {end.openLeavers === undefined ? null : (
        <p>
          <a href={end.openLeavers.href}>{end.openLeavers.text}</a>
        </p>
      )}
      <section className="panel list-container job" aria-labelledby="all-people" data-removal="ended">
        <div className="panel-head">
          <h2 id="all-people">{end.people.title}</h2>
        </div>
        <People {...end.people} />
      </section>
    </>
  );
}

/** The items that were not removed. */
function StillOpen({ openCount, openItems, again, helpUrl }: JobOutcome) {
  return (
    <section className="panel list-container job" aria-labelledby="still-open">
      <div className="panel-head">
        <h2 id="still-open">
          Still open <span className="hint">{openCount}</span>
        </h2>
        <div className="actions">
          {helpUrl === undefined ? null : (
            <a className="button" href={helpUrl} target="_blank" rel="noreferrer">
              Get help
            </a>
          )}
          {again === undefined ? null : <ButtonForm {...again} variant="primary" />}
        </div>
      </div>
      {openItems.rows.length === 0 ? null : (
        <table className="table list">
          <caption className="visually-hidden">Not removed</caption>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Person</th>
              <th scope="col">What</th>
              <th scope="col">Result</th>
              <th scope="col">Action</th>
            </tr>
          </thead>
          <tbody>
            {openItems.rows.map(({ key, person, noun, state, action }) => (
              <tr key={key}>
                <th scope="row">
                  <Person {...person} />
                </th>
                <td className="hint">{noun}</td>
                <td>
                  <State {...state} />
                </td>
                <td className="action">
                  {'href' in action ? (
                    <a className="button small" href={action.href}>
                      {action.label}
                    </a>
                  ) : (
                    <PostForm {...action.form}>
                      <button type="submit" className="button small">
                        {action.label}
                        <span className="visually-hidden"> {person.displayName}</span>
                      </button>
                    </PostForm>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pages pagination={openItems.pagination} />
    </section>
  );
}

const headings: Readonly<Record<ProductKey, string>> = { license: 'License', card: 'Card' };

function People({ title, products, rows, pagination }: PeopleProps) {
  return (
    <>
      <table className="table list">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">Person</th>
            {products.map(product => (
              <th key={product} scope="col">
                {headings[product]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.key}>
              <th scope="row">
                <Person {...row.person} />
              </th>
              {products.map(product => (
                <td key={product} data-label={headings[product]}>
                  {row[product].map(state => (
                    <State key={state.key} {...state} />
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Pages pagination={pagination} />
    </>
  );
}

function Pages({ pagination }: { readonly pagination: PaginationProps | undefined }) {
  if (pagination === undefined) return null;
  return (
    <nav className="pagination" aria-label={pagination.label}>
      <Pagination {...pagination} />
    </nav>
  );
}

const stateIcons: Readonly<Record<ItemState['style'], readonly [LucideIcon, tone: string]>> = {
  waiting: [Clock, 'muted'],
  started: [Ellipsis, 'started'],
  removed: [CircleCheck, 'ok'],
  changed: [TriangleAlert, 'warn'],
  failed: [TriangleAlert, 'bad'],
  unknown: [CircleQuestionMark, 'muted'],
};

function State({ text, style }: Omit<ItemState, 'key'>) {
  const [shape, tone] = stateIcons[style];
  return (
    <span className={`state ${tone}`}>
      <Icon shape={shape} size={16} />
      {text}
    </span>
  );
}

import { CircleCheck, CircleMinus, ClockAlert, Download, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../client/Icon';
import { paths } from '../../shared/paths';
import { Alert, Alerts } from '../components/Alert';
import { type Item, ItemTable } from '../components/ItemTable';
import { LinkButton } from '../components/LinkButton';
import { Notice } from '../components/Notice';
import { ButtonForm, type ButtonFormProps } from '../components/PostForm';
import { Steps } from '../components/Steps';
import { Layout, type PageProps } from '../Layout';

export type RunContent =
  | { readonly state: 'unknown' }
  | ({ readonly state: 'running' } & RunProgress)
  | ({ readonly state: 'done' } & RunOutcome);

interface RunProgress {
  readonly count: RunCountProps;
  /** The rows of a page that is streamed; undefined for one that shows only the count. */
  readonly rows: readonly RunningRow[] | undefined;
  /** The URL of the run. */
  readonly href: string;
}

export interface RunCountProps {
  readonly done: number;
  readonly total: number;
  /** For instance '5 of 9 done' or, at the end, '8 of 9 revoked'. */
  readonly text: string;
  /** For instance '4 to go, 1 failed', or when it ended. */
  readonly note: ReactNode;
}

/** How the state of an item looks. */
type StateStyle = 'waiting' | 'started' | 'removed' | 'gone' | 'failed';

export interface RunItemStateProps {
  readonly text: string;
  readonly style: StateStyle;
}

interface RunningRow extends Item {
  /** Its position, which is part of the names of its slots. */
  readonly index: number;
  readonly state: RunItemStateProps;
}

export interface RunOutcome {
  readonly count: Pick<RunCountProps, 'done' | 'total' | 'text'>;
  readonly endedAt: { readonly text: string; readonly machine: string } | undefined;
  /** The most important first. */
  readonly problems: readonly string[];
  /** The help page, if something has failed. */
  readonly helpUrl: string | undefined;
  /** 'later' if another load of the page may confirm it. */
  readonly confirmation:
    | {
        readonly isConfirmed: boolean | 'later';
        readonly text: string;
        /** For instance 'Available now: 67 licenses.' */
        readonly note?: string | undefined;
      }
    | undefined;
  readonly reloadHref: string;
  /** The forms that review items again. */
  readonly again: readonly ButtonFormProps[];
  readonly receiptHref: string;
  readonly backHref: string;
  /** Failures first. */
  readonly rows: readonly (Item & { readonly state: RunItemStateProps })[];
}

/** The slots in the page of a run in progress. The later state of an item replaces the earlier one. */
export const runSlots = {
  count: 'count',
  started: (index: number) => `started-${index}`,
  finished: (index: number) => `finished-${index}`,
};

/** The page of a bulk removal: its progress in slots, or its outcome. */
export function RemovalRunPage({ layout, content }: PageProps<RunContent>) {
  if (content.state !== 'done') {
    return (
      <Layout {...layout}>{content.state === 'running' ? <Progress {...content} /> : <Unknown />}</Layout>
    );
  }
  return (
    <Layout
      {...layout}
      ended={content.problems.length > 0 ? 'badly' : 'well'}
      actions={<OutcomeActions {...content} />}
    >
      <Outcome {...content} />
    </Layout>
  );
}

function Unknown() {
  return (
    <Notice
      icon={ClockAlert}
      title="This removal is no longer available"
      text="A removal can be viewed for an hour, in the session that started it. The lists show which items are left."
      href={paths.dashboard}
      label="Go to the dashboard"
    />
  );
}

function Progress({ count, rows, href }: RunProgress) {
  return (
    <>
      <section className="panel panel-body" aria-label="Progress">
        <Steps current="Removal" />
        {rows === undefined ? (
          <>
            <RunCount {...count} />
            <p>
              <a href={href}>Show the current state</a>
            </p>
          </>
        ) : (
          <slot name={runSlots.count}>
            <RunCount {...count} />
          </slot>
        )}
      </section>
      {rows === undefined ? null : (
        <Items
          rows={rows}
          result={({ index, state }) => (
            <slot name={runSlots.finished(index)}>
              <slot name={runSlots.started(index)}>
                <RunItemState {...state} />
              </slot>
            </slot>
          )}
        />
      )}
    </>
  );
}

/** How far a run is. Each later one replaces it. */
export function RunCount({ done, total, text, note }: RunCountProps) {
  return (
    <div className="run-count" slot={runSlots.count}>
      <p className="plot-head">
        <strong>{text}</strong> <span className="hint">{note}</span>
      </p>
      <progress value={done} max={total} aria-label={text} />
    </div>
  );
}

/** The stylesheet draws the marks of items without a result: unread pages have thousands of them in memory (T63). */
const stateIcons: Readonly<Partial<Record<StateStyle, LucideIcon>>> = {
  removed: CircleCheck,
  gone: CircleMinus,
  failed: TriangleAlert,
};

interface StateProps extends RunItemStateProps {
  readonly slot?: string;
}

/** The state of one license or card. */
export function RunItemState({ text, style, slot }: StateProps) {
  const shape = stateIcons[style];
  return (
    <span className={`run-state run-${style}`} slot={slot}>
      {shape === undefined ? null : <Icon shape={shape} />}
      {text}
    </span>
  );
}

/** The most important action is that which is left to do. */
function OutcomeActions({ receiptHref, backHref, again }: RunOutcome) {
  return (
    <>
      <a className="button" href={receiptHref} data-export="" data-busy-label="Downloading...">
        <Icon shape={Download} />
        <span>Download receipt (CSV)</span>
      </a>
      <LinkButton
        href={backHref}
        label="Back to the list"
        look={again.length === 0 ? 'primary' : undefined}
      />
    </>
  );
}

function Outcome({ count, endedAt, problems, helpUrl, confirmation, reloadHref, again, rows }: RunOutcome) {
  const isComplete = problems.length === 0 && confirmation?.isConfirmed === true;
  return (
    <>
      <section className="panel panel-body run-end" aria-label="Outcome">
        <Steps current={isComplete ? undefined : 'Removal'} />
        <div>
          <RunCount {...count} note={endedAt && <time dateTime={endedAt.machine}>{endedAt.text}</time>} />
        </div>
        <Alerts kind="error" texts={problems} />
        {confirmation === undefined ? null : (
          <Alert kind={confirmation.isConfirmed === true ? 'success' : 'error'}>
            <strong>{confirmation.text}</strong>
            {confirmation.note === undefined ? null : <p>{confirmation.note}</p>}
            {confirmation.isConfirmed === 'later' ? (
              <>
                {'. '}
                <a href={reloadHref}>Reload this page to try again</a>
              </>
            ) : null}
          </Alert>
        )}
        {again.length === 0 ? null : (
          <div className="actions">
            {again.map((form, index) => (
              <ButtonForm key={form.label} {...form} look={index === 0 ? 'primary' : undefined} />
            ))}
            {helpUrl === undefined ? null : (
              <a className="button" href={helpUrl} target="_blank" rel="noreferrer">
                Get help
              </a>
            )}
          </div>
        )}
      </section>
      <Items rows={rows} result={({ state }) => <RunItemState {...state} />} />
    </>
  );
}

interface ItemsProps<Row> {
  readonly rows: readonly Row[];
  readonly result: (row: Row) => ReactNode;
}

function Items<Row extends Item>({ rows, result }: ItemsProps<Row>) {
  return (
    <section className="panel list-container run" aria-label="Items">
      <ItemTable
        caption="Items"
        rows={rows}
        heads={<th scope="col">Result</th>}
        cells={row => <td>{result(row)}</td>}
      />
    </section>
  );
}

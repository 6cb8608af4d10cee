import { ClockAlert, Square } from 'lucide-react';
import { paths } from '../../shared/paths';
import { anyOf } from '../../shared/products';
import { Alerts } from '../components/Alert';
import { ExportMenu, type ExportMenuProps } from '../components/ExportMenu';
import { Notice } from '../components/Notice';
import { PeopleTable, type PeopleTableProps } from '../components/PeopleTable';
import { ButtonForm, type ButtonFormProps } from '../components/PostForm';
import { Layout, type PageProps } from '../Layout';

export type JobContent =
  | { readonly state: 'unknown' }
  | ({ readonly state: 'running' } & JobProgress)
  | ({ readonly state: 'done' } & JobOutcome);

interface JobProgress {
  readonly count: {
    readonly done: number;
    readonly total: number;
    /** For example: '26 of 54 licenses done'. */
    readonly text: string;
    /** For example: 'Stopping'. */
    readonly note: string;
  };
  /** The button, until it is pressed. */
  readonly stop: ButtonFormProps | undefined;
  readonly people: PeopleTableProps;
}

interface JobOutcome {
  /** Effects of the administrator's own actions, such as Stop. */
  readonly notes: readonly string[];
  /** Why the job ended early, and whether its results are unchecked. */
  readonly problems: readonly string[];
  /** The licenses and cards that were not removed, each with an action. */
  readonly openItems: (PeopleTableProps & { readonly count: string }) | undefined;
  /** The form that reviews everything that is left. */
  readonly again: ButtonFormProps | undefined;
  /** Leads to the list with which the people were compared. */
  readonly listLink: { readonly text: string; readonly href: string } | undefined;
  readonly people: PeopleTableProps;
  readonly receipt: ExportMenuProps;
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
            text={`Results are kept for one hour, until you log out. The lists show who still has ${anyOf()}.`}
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
        <Layout {...layout} isOutcome>
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
        <div className="between">
          <p>
            <strong>{text}</strong> <span className="hint">{note}</span>
          </p>
          {stop && <ButtonForm {...stop} icon={Square} />}
        </div>
        <progress value={done} max={total} aria-label={text} />
        {stop && <p className="hint">Stop lets what has begun finish, and starts nothing more.</p>}
      </section>
      <section className="panel list-container" aria-label="People">
        <PeopleTable {...people} />
      </section>
    </>
  );
}

function End({ notes, problems, openItems, again, helpUrl, listLink, people, receipt }: JobOutcome) {
  const toList = listLink && (
    <p className="to-list">
      <a href={listLink.href}>{listLink.text}</a>
    </p>
  );
  return (
    <>
      <Alerts kind="info" texts={notes} />
      <Alerts kind="error" texts={problems} />
      {openItems && (
        <section className="panel list-container" aria-labelledby="still-open">
          <div className="panel-head">
            <h2 id="still-open">
              Still open <span className="hint">{openItems.count}</span>
            </h2>
            <div className="actions">
              {helpUrl && (
                <a className="button" href={helpUrl} target="_blank" rel="noreferrer">
                  Get help
                </a>
              )}
              {again && <ButtonForm {...again} variant="primary" />}
            </div>
          </div>
          <PeopleTable {...openItems} />
          {toList}
        </section>
      )}
      {openItems ? null : toList}
      <section className="panel list-container" aria-labelledby="all-people" data-removal="ended">
        <div className="panel-head">
          <div>
            <h2 id="all-people">{people.caption}</h2>
            <p className="hint">Download the receipt before you log out.</p>
          </div>
          <div className="actions">
            <ExportMenu {...receipt} />
          </div>
        </div>
        <PeopleTable {...people} />
      </section>
    </>
  );
}

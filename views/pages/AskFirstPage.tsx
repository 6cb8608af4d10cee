import { CalendarClock, ChevronLeft, Download } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { paths } from '../../shared/paths';
import type { RemovableKind } from '../../shared/removals';
import { Alert } from '../components/Alert';
import { Letter, type LetterProps } from '../components/Letter';
import { LinkButton } from '../components/LinkButton';
import { type ListContent, TableSection } from '../components/ListSection';
import type { Column } from '../components/ListTable';
import { type MailGroup, MailGroups } from '../components/MailGroups';
import { EmailAddress, type EmailParts } from '../components/PersonText';
import { Unreviewable, type UnusableReview } from '../components/Unreviewable';
import { Layout, type PageProps } from '../Layout';
import { figureSpan, type PersonFigure, personFigures } from './PeoplePage';

export type AskFirstContent = UnusableReview | ({ readonly state: 'ready' } & Question);

interface Question {
  /** For instance '171 people. Nothing is removed and nothing is sent from here.' */
  readonly summary: string;
  readonly letter: LetterProps;
  /** The people who get one mail. */
  readonly groups: readonly MailGroup[];
  /** Names the people without a usable address. */
  readonly unreached: string | undefined;
  /** The ID of the review. */
  readonly review: string;
  /** The day until which people can answer, as ISO dates. */
  readonly day: { readonly value: string; readonly min: string; readonly max: string };
  /** The day of the reminder, for instance 'Monday, 7 December 2026'. */
  readonly reminderDay: string;
  readonly fileHref: string;
  readonly reminderHref: string;
  readonly reviewHref: string;
  readonly backHref: string;
  /** Selects the columns: those of both products, or of one. */
  readonly kind: keyof typeof columns;
  readonly people: ListContent<AskedPersonRow> | undefined;
}

export interface AskedPersonRow {
  readonly email: EmailParts;
  readonly leadsLast30Days: PersonFigure;
  readonly leadsTotal: PersonFigure;
  readonly visitsLast30Days: PersonFigure;
  readonly visitsTotal: PersonFigure;
}

const email: Column<AskedPersonRow, 'email'> = {
  key: 'email',
  label: 'Email',
  sort: 'email',
  cell: row => <EmailAddress {...row.email} />,
};
type FigureKey = Exclude<keyof AskedPersonRow, 'email'>;

/** The columns of the last 30 days and of all time, which say once for both that a person has nothing. */
function figures(what: string, last30Days: FigureKey, total: FigureKey) {
  return [
    {
      ...personFigures(last30Days, `${what} last 30`),
      span: (row: AskedPersonRow) => figureSpan(row[last30Days]),
    },
    personFigures(total, `${what} all time`),
  ];
}

const leads = figures('Leads', 'leadsLast30Days', 'leadsTotal');
const visits = figures('Visits', 'visitsLast30Days', 'visitsTotal');

const columns: Readonly<
  Record<'all' | RemovableKind, readonly Column<AskedPersonRow, FigureKey | 'email'>[]>
> = {
  all: [email, ...leads, ...visits],
  license: [email, ...leads],
  card: [email, ...visits],
};

/** A letter that asks people whether they still need what would be removed. */
export function AskFirstPage({ layout, content }: PageProps<AskFirstContent>) {
  if (content.state !== 'ready') {
    return (
      <Layout {...layout}>
        <Unreviewable {...content} />
      </Layout>
    );
  }
  return (
    <Layout
      {...layout}
      actions={
        <>
          <LinkButton href={content.backHref} icon={ChevronLeft} label="Back to the list" />
          <LinkButton href={content.reviewHref} label="Back to the review" />
        </>
      }
    >
      {content.unreached === undefined ? null : <Alert kind="info">{content.unreached}</Alert>}
      <div className="two-columns">
        <div>
          <Letter title="What you write to them" {...content.letter} />
        </div>
        <div>
          <SendCard {...content} />
          <DayCard {...content} />
        </div>
      </div>
      <TableSection list={content.people} columns={columns[content.kind]} />
    </Layout>
  );
}

function SendCard({ groups, fileHref }: Question) {
  return (
    <section className="panel panel-body" aria-label="Send it">
      <h2>Send it</h2>
      <MailGroups groups={groups} />
      <hr />
      <p>
        <a className="button" href={fileHref} data-export="" data-busy-label="Exporting...">
          <Icon shape={Download} />
          <span>Mail-merge file (CSV)</span>
        </a>
      </p>
    </section>
  );
}

function DayCard({ review, day, reminderDay, reminderHref }: Question) {
  return (
    <section className="panel panel-body" aria-label="Remind yourself">
      <h2>Remind yourself</h2>
      <form action={paths.askFirst} className="stack">
        <input type="hidden" name="review" value={review} />
        <label htmlFor="until">Reply by</label>
        <div className="actions">
          <input
            id="until"
            name="until"
            type="date"
            required
            defaultValue={day.value}
            min={day.min}
            max={day.max}
          />
          <button type="submit" className="button">
            Change the date
          </button>
        </div>
        <p className="hint">Changing the date rewrites the text.</p>
      </form>
      <p>
        <LinkButton href={reminderHref} icon={CalendarClock} label="Calendar reminder" />
      </p>
      <p className="hint">
        Reminder for {reminderDay}, the next working day. Its link opens the list, filtered as it is now.
      </p>
    </section>
  );
}

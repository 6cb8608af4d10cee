import { ArrowRightLeft, Send } from 'lucide-react';
import type { PersonSort } from '../../shared/list-state';
import { paths } from '../../shared/paths';
import type { ProductKey } from '../../shared/products';
import { Failure } from '../components/Alert';
import { FailedSection } from '../components/FailedSection';
import { Figure, type FigureProps } from '../components/Figure';
import { LinkButton } from '../components/LinkButton';
import { type ListContent, TableSection } from '../components/ListSection';
import { figureColumn, removalColumns, type TableColumn } from '../components/ListTable';
import { Person, type PersonProps } from '../components/Person';
import type { FilterBarProps } from '../components/plots/UsageBar';
import type { ConfirmDialogProps } from '../Island';
import { Layout, type PageProps, pageIcons } from '../Layout';

/** A figure, or a text instead of it, such as “No card”. */
export type PersonFigure = FigureProps & { readonly missing?: string };

export interface PersonRow {
  readonly person: PersonProps;
  readonly leadsLast30Days: PersonFigure;
  readonly leadsTotal: PersonFigure;
  readonly viewsLast30Days: PersonFigure;
  readonly totalViews: PersonFigure;
}

/** The states of the page: no response from any backend, or the people. */
export type PeopleContent =
  | ({ readonly state: 'failed' } & Everywhere)
  | ({
      readonly state: 'ready';
      /** Whether the columns of all products are shown, or of one. */
      readonly view: keyof typeof peopleColumns;
      /** Only if it is known what each person has. */
      readonly filter: FilterBarProps | undefined;
      readonly people: ListContent<PersonRow> | undefined;
      /** The dialog that removes one person; none while no person is named in the URL. */
      readonly dialogs: readonly ConfirmDialogProps[];
      /** Says that the person in the URL cannot be removed. */
      readonly notice: string | undefined;
      /** Says that the filter needs a product that is not available. */
      readonly filterProblem: string | undefined;
    } & Everywhere);

interface Everywhere {
  readonly failures: readonly string[];
  readonly retryHref: string;
  readonly inviteHref: string | undefined;
}

type PersonColumn = TableColumn<PersonRow, PersonSort>;

/** A person, sorted by address. */
const person: PersonColumn = {
  key: 'email',
  label: 'Person',
  sort: 'email',
  isSubject: true,
  cell: row => <Person {...row.person} />,
};

/** A sortable column of figures that some people do not have. */
export function personFigures<Key extends string>(
  key: Key,
  label: string,
  short?: string,
): TableColumn<Readonly<Record<Key, PersonFigure>>, Key> {
  return {
    ...figureColumn(key, label, short),
    isFigure: row => row[key].missing === undefined,
    cell: row => {
      const { missing, ...figure }: PersonFigure = row[key];
      if (missing === undefined) return <Figure {...figure} />;
      return missing && <span className="hint">{missing}</span>;
    },
  };
}

const leads: readonly PersonColumn[] = [
  {
    ...personFigures('leadsLast30Days', '30 days', 'Leads, 30 days'),
    span: row => figureSpan(row.leadsLast30Days),
  },
  { ...personFigures('leadsTotal', 'All time'), isMinor: true },
];
const visits: readonly PersonColumn[] = [
  {
    ...personFigures('viewsLast30Days', '30 days', 'Visits, 30 days'),
    span: row => figureSpan(row.viewsLast30Days),
  },
  { ...personFigures('totalViews', 'All time'), isMinor: true },
];

const LEADS = 'Lead Capture leads';
const VISITS = 'Card visits';

/** Columns below the name of their product. */
function grouped(group: string, columns: readonly PersonColumn[]): readonly PersonColumn[] {
  return columns.map(column => ({ ...column, group }));
}

/** For example: “No card”, once for both figures. */
function figureSpan({ missing }: PersonFigure): number {
  return missing === undefined ? 1 : 2;
}

/** The columns of people for each view, with others after the person. */
export function columnsOfPeople<Row extends PersonRow, Sort extends string>(
  more: readonly TableColumn<Row, Sort>[],
): Readonly<Record<'all' | ProductKey, readonly TableColumn<Row, Sort | PersonSort>[]>> {
  const [selects, removals] = removalColumns<Row>('person');
  const first = [selects, person, ...more];
  return {
    all: [...first, ...grouped(LEADS, leads), ...grouped(VISITS, visits), { ...removals, group: VISITS }],
    license: [...first, ...grouped(LEADS, leads), { ...removals, group: LEADS }],
    card: [...first, ...grouped(VISITS, visits), { ...removals, group: VISITS }],
  };
}

export const peopleColumns = columnsOfPeople<PersonRow, PersonSort>([]);

/** Everyone who has a license or a card. */
export function PeoplePage({ layout, content }: PageProps<PeopleContent>) {
  switch (content.state) {
    case 'failed':
      return (
        <Layout {...layout}>
          <FailedSection
            title={layout.title}
            message={content.failures.join(' ')}
            retryHref={content.retryHref}
          />
        </Layout>
      );
    case 'ready': {
      const { people } = content;
      const isEmpty = people !== undefined && 'rows' in people && people.search === undefined;
      return (
        <Layout
          {...layout}
          dialogs={content.dialogs}
          notice={content.notice}
          actions={
            <>
              {isEmpty ? null : (
                <LinkButton href={paths.compare} icon={ArrowRightLeft} label="Compare with a list" />
              )}
              {content.inviteHref && (
                <LinkButton icon={Send} href={content.inviteHref} label="Invite people" />
              )}
            </>
          }
        >
          {content.failures.map(failure => (
            <Failure key={failure} text={failure} retryHref={content.retryHref} />
          ))}
          {content.filterProblem === undefined ? (
            <TableSection
              list={content.people}
              icon={pageIcons[paths.people]}
              filter={content.filter}
              columns={peopleColumns[content.view]}
            />
          ) : (
            <FailedSection title="Everyone" message={content.filterProblem}>
              <div className="actions">
                <LinkButton href={paths.people} label="Show everyone" />
              </div>
            </FailedSection>
          )}
        </Layout>
      );
    }
  }
}

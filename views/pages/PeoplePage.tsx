import { ArrowRightLeft, Send, Users } from 'lucide-react';
import { paths } from '../../shared/paths';
import { capitalize, type ProductKey, productKeys, productTerms } from '../../shared/products';
import { Failure } from '../components/Alert';
import { FailedSection } from '../components/FailedSection';
import { Figure, type FigureProps } from '../components/Figure';
import { LinkButton } from '../components/LinkButton';
import { type ListContent, TableSection } from '../components/ListSection';
import { removalColumns, type TableColumn } from '../components/ListTable';
import { Person, type PersonProps } from '../components/Person';
import type { FilterBarProps } from '../components/plots/UsageBar';
import type { ConfirmDialogProps } from '../Island';
import { Layout, type PageProps } from '../Layout';

/** A figure, or a text instead of it, such as “No card”. */
export type PersonFigure = FigureProps & { readonly missing?: string };

export interface PersonRow {
  readonly person: PersonProps;
  /** By column. */
  readonly figures: Readonly<Record<string, PersonFigure>>;
}

/** The states of the page: no response from any backend, or the people. */
export type PeopleContent =
  | ({ readonly state: 'failed' } & Everywhere)
  | ({
      readonly state: 'ready';
      /** The products whose columns are shown (see `columnsOfPeople`). */
      readonly products: string;
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

type PersonColumn = TableColumn<PersonRow, string>;

/** A person, sorted by address. */
const person: PersonColumn = {
  key: 'email',
  label: 'Person',
  sort: 'email',
  isSubject: true,
  cell: row => <Person {...row.person} />,
};

/** A sortable column of figures that some people do not have. */
export function personFigures(key: string, label: string, group: string, short?: string): PersonColumn {
  return {
    ...{ key, label, group, short, kind: 'number', sort: key },
    isFigure: ({ figures }) => figures[key]?.missing === undefined,
    cell: ({ figures }) => {
      const { missing, ...figure }: PersonFigure = figures[key] ?? { text: '' };
      if (missing === undefined) return <Figure {...figure} />;
      return missing && <span className="hint">{missing}</span>;
    },
  };
}

/** The columns of a product. A text such as “No card” is there once for both figures. */
function productColumns(productKey: ProductKey): readonly PersonColumn[] {
  const { peopleColumns, peopleHeading, activityNoun } = productTerms[productKey];
  const { last30Days, total } = peopleColumns;
  return [
    {
      ...personFigures(last30Days, '30 days', peopleHeading, `${capitalize(activityNoun)}s, 30 days`),
      span: ({ figures }) => (figures[last30Days]?.missing === undefined ? 1 : 2),
    },
    { ...personFigures(total, 'All time', peopleHeading), isMinor: true },
  ];
}

/** The sets of products that an administrator may have, each in the order of the sidebar. */
export const productSets: readonly (readonly ProductKey[])[] = Array.from(
  { length: 2 ** productKeys.length },
  (_, set) => productKeys.filter((_, index) => set & (1 << index)),
);

/** The columns of people by the names of the products whose figures they are, with others after the person. */
export function columnsOfPeople<Row extends PersonRow>(
  more: readonly TableColumn<Row, string>[],
): Readonly<Record<string, readonly TableColumn<Row, string>[]>> {
  const [selects, removals] = removalColumns<Row>('person');
  const columnsOf = (products: readonly ProductKey[]) => {
    const figures = products.flatMap(productColumns);
    return [selects, person, ...more, ...figures, { ...removals, group: figures.at(-1)?.group }];
  };
  return Object.fromEntries(productSets.map(products => [products.join(' '), columnsOf(products)]));
}

export const peopleColumns = columnsOfPeople<PersonRow>([]);

/** Everyone who has an item of a product. */
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
              icon={Users}
              filter={content.filter}
              columns={peopleColumns[content.products] ?? []}
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

import { CopyableId } from '../components/CopyableId';
import type { FigureProps } from '../components/Figure';
import type { IdRow } from '../components/ListSection';
import { figureColumn, removalColumns, type TableColumn } from '../components/ListTable';
import { EmailAddress, type EmailParts, JobTitle, PersonLink, PersonName } from '../components/PersonText';
import { ProductPage, type ProductPageProps } from '../components/ProductPage';

export interface CardRow {
  readonly name: string;
  readonly email: EmailParts;
  readonly jobTitle: string;
  readonly cardId: string;
  readonly viewsLast30Days: FigureProps;
  readonly totalViews: FigureProps;
}

type CardSort = 'viewsLast30Days' | 'totalViews' | 'name' | 'email' | 'jobTitle' | 'cardId';

const [selects, removals] = removalColumns<CardRow>('card');

const columnsWith = (Email: typeof EmailAddress): readonly TableColumn<CardRow, CardSort>[] => [
  selects,
  {
    key: 'name',
    label: 'Name',
    sort: 'name',
    isRowHeading: ({ name }) => name !== '',
    isSubject: true,
    cell: ({ name }) => <PersonName text={name} />,
  },
  {
    key: 'email',
    label: 'Email',
    sort: 'email',
    isSubject: true,
    cell: ({ email }) => <Email {...email} />,
  },
  {
    key: 'jobTitle',
    label: 'Job title',
    sort: 'jobTitle',
    cell: ({ jobTitle }) => <JobTitle text={jobTitle} />,
  },
  {
    key: 'cardId',
    label: 'CardID',
    kind: 'id',
    sort: 'cardId',
    cell: ({ cardId }) => <code title={cardId}>{cardId}</code>,
  },
  figureColumn('viewsLast30Days', 'Profile visits (30 days)', 'Visits (30 days)'),
  figureColumn('totalViews', 'Profile visits (total)', 'Visits (total)'),
  removals,
];

export const cardColumns = { plain: columnsWith(EmailAddress), linked: columnsWith(PersonLink) };

export const unclaimedColumns: readonly TableColumn<IdRow, 'cardId'>[] = [
  {
    key: 'cardId',
    label: 'CardID',
    kind: 'id',
    sort: 'cardId',
    cell: ({ id }) => <CopyableId id={id} />,
  },
];

/** Digital business cards: figures, claimed cards and non-claimed cards. */
export function CardsPage(page: ProductPageProps<CardRow>) {
  return <ProductPage {...page} columns={cardColumns} unclaimedColumns={unclaimedColumns} />;
}

import { Mail } from 'lucide-react';
import { ConfirmLink, type ConfirmTarget, DeactivateLink } from '../components/ConfirmLink';
import { CopyableId } from '../components/CopyableId';
import { type ListContent, TableSection } from '../components/ListSection';
import { type Column, SELECT_COLUMN } from '../components/ListTable';
import { Figure, type FigureProps } from '../components/Meter';
import { EmailAddress, PersonName } from '../components/PersonText';
import { type Product, ProductPage, type ProductPageProps } from '../components/ProductPage';
import { SelectRow } from '../components/Selection';

export interface Cards extends Product {
  readonly profileData: ConfirmTarget;
  readonly claimed: ListContent<CardRow, CardSort> | undefined;
  readonly nonClaimed: ListContent<CardIdRow, 'cardId'> | undefined;
}

export interface CardRow {
  readonly isSelected: boolean;
  readonly name: string;
  readonly email: string;
  readonly jobTitle: string;
  readonly cardId: string;
  readonly viewsLast30Days: FigureProps;
  readonly totalViews: FigureProps;
  readonly deactivate: ConfirmTarget;
}

interface CardIdRow {
  readonly id: string;
}

type CardSort = 'name' | 'email' | 'jobTitle' | 'cardId' | 'viewsLast30Days' | 'totalViews';

export const cardColumns: readonly Column<CardRow, CardSort>[] = [
  {
    key: SELECT_COLUMN,
    label: '',
    cell: ({ cardId, isSelected, name, email }) => (
      <SelectRow name="card" id={cardId} isSelected={isSelected} what={`the card of ${name || email}`} />
    ),
  },
  { key: 'name', label: 'Name', sort: 'name', cell: ({ name }) => <PersonName text={name} /> },
  { key: 'email', label: 'Email', sort: 'email', cell: ({ email }) => <EmailAddress text={email} /> },
  {
    key: 'jobTitle',
    label: 'Job title',
    sort: 'jobTitle',
    cell: ({ jobTitle }) => (
      <bdi className="short muted" title={jobTitle}>
        {jobTitle}
      </bdi>
    ),
  },
  {
    key: 'cardId',
    label: 'CardID',
    sort: 'cardId',
    cell: ({ cardId }) => (
      <code className="muted" title={cardId}>
        {cardId}
      </code>
    ),
  },
  {
    key: 'viewsLast30Days',
    label: 'Profile visits (30 days)',
    numeric: true,
    sort: 'viewsLast30Days',
    cell: ({ viewsLast30Days }) => <Figure {...viewsLast30Days} />,
  },
  {
    key: 'totalViews',
    label: 'Profile visits (total)',
    numeric: true,
    sort: 'totalViews',
    cell: ({ totalViews }) => <Figure {...totalViews} />,
  },
  {
    key: 'actions',
    label: 'Actions',
    numeric: true,
    cell: ({ deactivate, name, email }) => (
      <DeactivateLink target={deactivate} what={`the card of ${name || email}`} />
    ),
  },
];

export const nonClaimedColumns: readonly Column<CardIdRow, 'cardId'>[] = [
  { key: 'cardId', label: 'CardID', sort: 'cardId', cell: ({ id }) => <CopyableId id={id} kind="CardID" /> },
];

/** Digital business cards: figures, claimed cards and non-claimed cards. */
export function CardsPage(props: ProductPageProps<Cards>) {
  return (
    <ProductPage {...props} actions={({ profileData }) => <RequestProfileData {...profileData} />}>
      {({ claimed, nonClaimed }) => (
        <>
          <TableSection list={claimed} columns={cardColumns} />
          <TableSection list={nonClaimed} columns={nonClaimedColumns} />
        </>
      )}
    </ProductPage>
  );
}

function RequestProfileData(target: ConfirmTarget) {
  return (
    <ConfirmLink className="button" {...target}>
      <Mail aria-hidden="true" size={18} />
      Request All Profile Data
    </ConfirmLink>
  );
}

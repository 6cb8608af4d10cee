import type { ConfirmTarget } from '../../client/events';
import type { LicenseSort } from '../../shared/list-state';
import { DeactivateLink } from '../components/ConfirmLink';
import { CopyableId } from '../components/CopyableId';
import type { FigureProps } from '../components/Figure';
import { IdListSection, type ListContent, TableSection } from '../components/ListSection';
import { type Column, figureColumn, SELECT_COLUMN } from '../components/ListTable';
import { EmailAddress } from '../components/PersonText';
import { ProductPage, type ProductPageProps, type ReadyContent } from '../components/ProductPage';
import { SelectRow } from '../components/Selection';

interface LeadCapture extends ReadyContent {
  readonly activated: ListContent<LicenseRow, LicenseSort> | undefined;
  readonly nonActivated: ListContent<{ readonly id: string }> | undefined;
}

export interface LicenseRow {
  readonly email: string;
  readonly userId: string;
  readonly leadsLast30Days: FigureProps;
  readonly leadsTotal: FigureProps;
  readonly deactivate: ConfirmTarget;
}

export const licenseColumns: readonly Column<LicenseRow, LicenseSort>[] = [
  {
    key: SELECT_COLUMN,
    label: '',
    cell: ({ userId, isSelected, email }) => (
      <SelectRow name="license" id={userId} isSelected={isSelected} what={`the license of ${email}`} />
    ),
  },
  { key: 'email', label: 'Email', cell: ({ email }) => <EmailAddress text={email} /> },
  { key: 'userId', label: 'UserID', cell: ({ userId }) => <CopyableId id={userId} kind="UserID" /> },
  figureColumn('leadsLast30Days', 'Leads last 30'),
  figureColumn('leadsTotal', 'Leads all time'),
  {
    key: 'actions',
    label: 'Actions',
    numeric: true,
    cell: ({ deactivate, email }) => <DeactivateLink target={deactivate} what={`the license of ${email}`} />,
  },
];

/** Licenses of the scanner app: figures, activated licenses and non-activated licenses. */
export function LeadCapturePage(props: ProductPageProps<LeadCapture>) {
  return (
    <ProductPage {...props}>
      {page => (
        <>
          <TableSection list={page.activated} columns={licenseColumns} />
          <IdListSection list={page.nonActivated} kind="UserID" />
        </>
      )}
    </ProductPage>
  );
}

import type { LicenseSort } from '../../shared/list-state';
import { CopyableId } from '../components/CopyableId';
import type { FigureProps } from '../components/Figure';
import { IdListSection, type ListContent, TableSection } from '../components/ListSection';
import { type Column, figureColumn, removalColumn, selectColumn } from '../components/ListTable';
import { EmailAddress } from '../components/PersonText';
import { ProductPage, type ProductPageProps, type ReadyContent } from '../components/ProductPage';

interface LeadCapture extends ReadyContent {
  readonly activated: ListContent<LicenseRow, LicenseSort> | undefined;
  readonly nonActivated: ListContent<{ readonly id: string }> | undefined;
}

export interface LicenseRow {
  readonly email: string;
  readonly licenseId: string;
  readonly leadsLast30Days: FigureProps;
  readonly leadsTotal: FigureProps;
}

const describe = ({ email }: LicenseRow) => `the license of ${email}`;

export const licenseColumns: readonly Column<LicenseRow, LicenseSort>[] = [
  selectColumn('license', describe),
  { key: 'email', label: 'Email', cell: ({ email }) => <EmailAddress text={email} /> },
  { key: 'licenseId', label: 'UserID', cell: ({ licenseId }) => <CopyableId id={licenseId} kind="UserID" /> },
  figureColumn('leadsLast30Days', 'Leads last 30'),
  figureColumn('leadsTotal', 'Leads all time'),
  removalColumn(describe),
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

import { CopyableId } from '../components/CopyableId';
import type { FigureProps } from '../components/Figure';
import { figureColumn, removalColumns, type TableColumn } from '../components/ListTable';
import { EmailAddress, type EmailParts, PersonLink } from '../components/PersonText';
import { ProductPage, type ProductPageProps } from '../components/ProductPage';

export interface LicenseRow {
  readonly email: EmailParts;
  readonly licenseId: string;
  readonly leadsLast30Days: FigureProps;
  readonly leadsTotal: FigureProps;
}

type LicenseSort = 'leadsLast30Days' | 'leadsTotal';

const [selects, removals] = removalColumns<LicenseRow>('license');

const columnsWith = (Email: typeof EmailAddress): readonly TableColumn<LicenseRow, LicenseSort>[] => [
  selects,
  { key: 'email', label: 'Email', isSubject: true, cell: ({ email }) => <Email {...email} /> },
  {
    key: 'licenseId',
    label: 'UserID',
    kind: 'id',
    cell: ({ licenseId }) => <CopyableId id={licenseId} />,
  },
  figureColumn('leadsLast30Days', 'Leads last 30'),
  figureColumn('leadsTotal', 'Leads all time', 'All time'),
  removals,
];

export const licenseColumns = { plain: columnsWith(EmailAddress), linked: columnsWith(PersonLink) };

/** Licenses of the scanner app: figures, activated licenses and non-activated licenses. */
export function LeadCapturePage(page: ProductPageProps<LicenseRow>) {
  return <ProductPage {...page} columns={licenseColumns} />;
}

import { LockKeyhole, type LucideIcon, Mail, Send } from 'lucide-react';
import type { ConfirmTarget } from '../../client/events';
import { Icon } from '../../client/Icon';
import { REQUEST_LICENSES } from '../../shared/products';
import { type ConfirmDialogProps, Island } from '../Island';
import { Layout, type PageProps } from '../Layout';
import { FailedSection } from './FailedSection';
import { LinkButton } from './LinkButton';
import { IdListSection, type IdRow, type ListContent, TableSection } from './ListSection';
import type { TableColumn } from './ListTable';
import { Notice } from './Notice';
import { Overview, type OverviewProps } from './Overview';
import type { FilterBarProps } from './plots/UsageBar';
import { LastRequest, RequestLicenses, type RequestLicensesProps } from './RequestLicenses';

/** What needs no figures (P84). */
export interface WithoutFigures {
  readonly licenseRequest: RequestLicensesProps;
  /** The URL of the app, for copying. */
  readonly downloadLink: string;
  /** The link to the dialog that requests all profile data. */
  readonly profileData?: ConfirmTarget | undefined;
  readonly dialogs: readonly ConfirmDialogProps[];
}

/** The states of a product's page: no role, no response from its backend, or the product. */
export type ProductContent<ClaimedRow> =
  | {
      readonly state: 'not activated';
      readonly title: string;
      readonly text: string;
      readonly helpUrl: string;
    }
  | ({ readonly state: 'failed'; readonly message: string; readonly retryHref: string } & WithoutFigures)
  | ({
      readonly state: 'ready';
      /** None while nothing is purchased. */
      readonly inviteHref: string | undefined;
      /** Whether licenses are ready and nobody has one yet, so that an invitation helps most. */
      readonly isFirst: boolean;
      /** Whether an email address links to the person's licenses and cards in People (P400). */
      readonly showsPeopleLinks: boolean;
      readonly overview: OverviewProps;
      /** The bar above the list of licenses or cards. Its legend filters the list. */
      readonly filter: FilterBarProps | undefined;
      /** Says that the item in the URL no longer exists. */
      readonly notice: string | undefined;
      /** What people have, and what nobody has claimed. */
      readonly claimed: ListContent<ClaimedRow> | undefined;
      readonly unclaimed: ListContent<IdRow> | undefined;
    } & WithoutFigures);

export interface ProductPageProps<ClaimedRow> extends PageProps<ProductContent<ClaimedRow>> {
  readonly icon: LucideIcon;
}

interface Props<ClaimedRow, Sort extends string> extends ProductPageProps<ClaimedRow> {
  /** The columns of the list of what people have, where an email address links to People or not. */
  readonly columns: Readonly<Record<'plain' | 'linked', readonly TableColumn<ClaimedRow, Sort>[]>>;
  /** The columns of the list of what nobody has claimed; by default, only IDs. */
  readonly unclaimedColumns?: readonly TableColumn<IdRow, string>[];
}

/** The page of a product: figures, and lists of what people have and of what nobody has claimed. */
export function ProductPage<ClaimedRow extends object, Sort extends string>({
  layout,
  content,
  icon,
  columns,
  unclaimedColumns,
}: Props<ClaimedRow, Sort>) {
  switch (content.state) {
    case 'not activated':
      return (
        <Layout {...layout}>
          <Notice
            icon={LockKeyhole}
            title={content.title}
            text={content.text}
            href={content.helpUrl}
            label="Learn More"
            isExternal
          />
        </Layout>
      );
    case 'failed':
      return (
        <Layout
          {...layout}
          actions={
            <>
              <LastRequest {...content.licenseRequest} />
              <RequestLicenses {...content.licenseRequest} id={REQUEST_LICENSES} />
            </>
          }
          dialogs={content.dialogs}
        >
          <FailedSection title={layout.title} message={content.message} retryHref={content.retryHref}>
            <p>The rest of the portal works as usual.</p>
            <div className="actions">
              <Actions {...content} />
            </div>
          </FailedSection>
        </Layout>
      );
    case 'ready': {
      const { isFirst } = content;
      return (
        <Layout
          {...layout}
          actions={
            <>
              <LastRequest {...content.licenseRequest} />
              {content.inviteHref === undefined ? null : (
                <LinkButton
                  href={content.inviteHref}
                  icon={Send}
                  label="Invite people"
                  variant={isFirst ? 'primary' : undefined}
                />
              )}
              <RequestLicenses {...content.licenseRequest} id={REQUEST_LICENSES} isPrimary={!isFirst} />
            </>
          }
          dialogs={content.dialogs}
          notice={content.notice}
        >
          <Overview {...content.overview} actions={<Actions {...content} />} />
          <TableSection
            list={content.claimed}
            filter={content.filter}
            icon={icon}
            columns={columns[content.showsPeopleLinks ? 'linked' : 'plain']}
          />
          {unclaimedColumns ? (
            <TableSection list={content.unclaimed} icon={icon} columns={unclaimedColumns} />
          ) : (
            <IdListSection list={content.unclaimed} icon={icon} />
          )}
        </Layout>
      );
    }
  }
}

function Actions({ downloadLink, profileData }: Pick<WithoutFigures, 'downloadLink' | 'profileData'>) {
  return (
    <>
      <Island name="CopyDownloadLink" props={{ href: downloadLink }} />
      {profileData === undefined ? null : (
        <a className="button small" href={profileData.href} data-dialog={profileData.dialog}>
          <Icon shape={Mail} />
          Request All Profile Data
        </a>
      )}
    </>
  );
}

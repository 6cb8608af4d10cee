import { LockKeyhole, Mail, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ConfirmTarget } from '../../client/events';
import { Icon } from '../../client/Icon';
import { REQUEST_LICENSES } from '../../shared/products';
import { type ConfirmDialogProps, Island } from '../Island';
import { Layout, type PageProps } from '../Layout';
import { FailedSection } from './FailedSection';
import { LinkButton } from './LinkButton';
import type { IdRow, ListContent } from './ListSection';
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
export type ProductContent<Ready> =
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
    } & WithoutFigures &
      Ready);

/** What people have, and what nobody has claimed. */
export interface ShownLists<ClaimedRow> {
  readonly claimed: ListContent<ClaimedRow> | undefined;
  readonly unclaimed: ListContent<IdRow> | undefined;
}

/** The content that differs between products. */
export interface ReadyContent {
  readonly overview: OverviewProps;
  /** The bar above the list of licenses or cards. Its legend filters the list. */
  readonly filter: FilterBarProps | undefined;
  /** Says that the item in the URL no longer exists. */
  readonly notice?: string | undefined;
}

export type ProductPageProps<Ready> = PageProps<ProductContent<Ready>>;

interface Props<Ready extends ReadyContent> extends ProductPageProps<Ready> {
  readonly children: (ready: Ready & { readonly showsPeopleLinks: boolean }) => ReactNode;
}

export function ProductPage<Ready extends ReadyContent>({ layout, content, children }: Props<Ready>) {
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
          {children(content)}
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

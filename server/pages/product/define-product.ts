import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListState, Query } from '../../../shared/list-state';
import { paths } from '../../../shared/paths';
import { type ProductKey, productTerms } from '../../../shared/products';
import type { InvitationFacts } from '../../../shared/products/words';
import type { IdRow } from '../../../views/components/ListSection';
import type { OverviewProps } from '../../../views/components/Overview';
import type { ProductPageProps, WithoutFigures } from '../../../views/components/ProductPage';
import type { ConfirmDialogProps } from '../../../views/Island';
import type { Fact } from '../../../views/pages/DashboardPage';
import type { SkeletonPageProps } from '../../../views/pages/SkeletonPage';
import type { ProductItem, ProductStats, UnclaimedItem } from '../../backends/product-stats';
import type { DefinedList } from '../lists/define-list';
import { type PageLists, pageLists } from '../lists/page-lists';

/** The lists of a product: licenses or cards that people have, and others that nobody has claimed. */
type ProductLists<ClaimedRow extends object> = {
  readonly claimed: DefinedList<ProductStats, ProductItem, ClaimedRow>;
  readonly unclaimed: DefinedList<ProductStats, UnclaimedItem, IdRow>;
};

/** A licensed product: its page, and what other pages show of it. Its words are in shared/products/. */
interface ProductDefinition<Stats extends ProductStats, ClaimedRow extends object> {
  readonly icon: LucideIcon;
  /** Shown without the role. */
  readonly notActivated: string;
  readonly lists: ProductLists<ClaimedRow>;
  /** The dialog that removes a license or a card. The review has its warning, too. */
  readonly removal: Pick<ConfirmDialogProps, 'title' | 'text' | 'optimisticToast'> & {
    readonly warning: string;
  };
  /** The columns of the list of those that people have, for the skeleton of its page. */
  readonly columns: SkeletonPageProps['columns'];
  Page(props: ProductPageProps<ClaimedRow>): ReactNode;
  overview(stats: Stats): Omit<OverviewProps, 'fewLeft'>;
  /** What its page has besides, even without figures. */
  withoutFigures?(context: PageContext): Pick<WithoutFigures, 'profileData' | 'dialogs'>;
  /** The panel on the dashboard. Its purpose is for administrators who do not use the product. */
  readonly panel: { readonly purpose: string; activity(stats: Stats): readonly Fact[] };
  /** What the letter of an invitation says besides. */
  invitationFacts?(stats: Stats): InvitationFacts;
}

/** A licensed product, for its page, downloads and actions. */
export interface Product<Stats extends ProductStats = ProductStats, ClaimedRow extends object = object>
  extends PageLists<ProductLists<ClaimedRow>>,
    ProductDefinition<Stats, ClaimedRow> {
  readonly key: ProductKey;
  readonly title: string;
  /** The name of the dialog that removes an item, and the parameter with its ID. */
  readonly dialog: string;
}

export function defineProduct<Stats extends ProductStats, ClaimedRow extends object>(
  key: ProductKey,
  definition: ProductDefinition<Stats, ClaimedRow>,
): Product<Stats, ClaimedRow> {
  const { path, title, verb } = productTerms[key];
  return { ...pageLists(path, definition.lists), ...definition, key, title, dialog: verb.toLowerCase() };
}

export interface PageContext {
  readonly state: ListState;
  readonly query: Query;
  readonly formKey: string;
}

/** The URL that a form of a product was sent from: the dashboard, or the product's page with the state of its lists. */
export function returnUrl(
  { path, url, readState }: Pick<PageLists, 'path' | 'url' | 'readState'>,
  { query }: { readonly query: Query },
): string {
  return query.from === 'dashboard' ? paths.dashboard : url(path, readState(query));
}

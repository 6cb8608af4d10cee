import type { ProductNumber } from '../../../shared/admin';
import {
  type ListParameters,
  type ListState,
  type Query,
  readListState,
  writeListState,
} from '../../../shared/list-state';
import type { ToastCode } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { NavigationLink } from '../../../views/Layout';
import type { CallContext } from '../../backends/call';
import type { Config } from '../../config';
import type { Dependencies } from '../../dependencies';
import type { ProductList } from './list';
import type { ListOwner } from './list-definition';

/** The lists of a product, in the order of their parameters in URLs and of their views in the document's title. */
export type ProductLists<Stats> = Readonly<Record<string, ProductList<Stats>>>;

/** A licensed product: its texts, lists and calls. */
interface ProductDefinition<Stats, Lists extends ProductLists<Stats>> {
  /** The number of the role that grants access (P21). */
  readonly role: ProductNumber;
  readonly path: NavigationLink['href'];
  readonly title: string;
  readonly subtitle: string;
  /** Shown without the role. */
  readonly notActivated: { readonly title: string; readonly text: string };
  /** Shown if the stats cannot be fetched. */
  readonly statsFailed: string;
  /** The toast for an action without the role. */
  readonly roleMissing: ToastCode;
  /** The form field with the ID of an item, in dialogs, actions and audit lines. */
  readonly itemField: string;
  readonly lists: Lists;
  /** Returns the client of the product's backend. */
  readonly backend: (dependencies: Dependencies) => {
    readonly stats: (entityId: string, context: CallContext) => Promise<Stats>;
    readonly requestLicenses: (entityId: string, context: CallContext) => Promise<void>;
  };
  /** Returns the download URL of the product's app. */
  readonly appUrl: (config: Config) => string;
}

/** A licensed product, for its page, downloads and actions. */
export type Product<Stats, Lists extends ProductLists<Stats> = ProductLists<Stats>> = ListOwner &
  ProductDefinition<Stats, Lists> & { readonly readState: (query: Query) => ListState };

/**
 * Returns a product with the state of all its lists.
 * @throws {Error} Thrown when two lists have a parameter of the same name.
 */
export function createProduct<Stats, Lists extends ProductLists<Stats>>(
  definition: ProductDefinition<Stats, Lists>,
): Product<Stats, Lists> {
  const entries = Object.values(definition.lists).flatMap(list => Object.entries(list.parameters));
  const names = entries.map(([name]) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) {
    throw new Error(`Two lists of ${definition.title} have the parameter ${duplicate}.`);
  }
  const parameters: ListParameters = Object.fromEntries(entries);
  const readState = (query: Query) => readListState(parameters, query);
  const defaults = readState({});
  return {
    ...definition,
    readState,
    defaults,
    address: (path, state) => path + writeListState(state, defaults),
  };
}

/** The part of a product that determines the page of its forms. */
export type FormOwner = Pick<Product<never>, 'path' | 'address' | 'readState'>;

/** Returns the page that a form of a product was sent from: the dashboard, or the product's page with the state of its lists. */
export function formPage(
  { path, address, readState }: FormOwner,
  { query }: { readonly query: Query },
): string {
  return query.from === 'dashboard' ? paths.dashboard : address(path, readState(query));
}

/** The lists of a product as its page shows them; undefined for a hidden one. */
export type ListContents<Lists extends ProductLists<never>> = {
  readonly [Name in keyof Lists]: Awaited<ReturnType<Lists[Name]['present']>>;
};

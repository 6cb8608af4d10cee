import { entityFor } from '../../../shared/admin';
import { messages, textOf } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import { REMOVAL_LIMIT, type RemovableKind, removableKinds } from '../../../shared/removals';
import type { FormFields } from '../../../views/components/HiddenFields';
import type { Dependencies } from '../../dependencies';
import { BackendError } from '../../errors';
import { digestOf } from '../../http/forms';
import type { SignedInRequest } from '../../http/request';
import type { RemovalItem } from '../../removals/run';
import { claimedCards } from '../cards/lists';
import { cards } from '../cards/product';
import { logFailure } from '../failure';
import { activatedLicenses } from '../lead-capture/lists';
import { leadCapture } from '../lead-capture/product';
import { fetchUserDetails } from '../user-details';
import { type RemovableList, type RemovableProduct, removableProduct } from './product';

/** The products, by the kind of their items. */
export const removableProducts: Readonly<Record<RemovableKind, RemovableProduct>> = {
  license: removableProduct(leadCapture, activatedLicenses),
  card: removableProduct(cards, claimedCards),
};

/** The items that a form selects, found in the administrator's own lists. */
export interface Selected {
  readonly items: readonly RemovalItem[];
  /** The selected items that are no longer listed. */
  readonly gone: readonly { readonly kind: RemovableKind; readonly id: string }[];
  /** The number of matches, of which `items` are the first. */
  readonly found: number;
  /** Identifies these items, to detect whether the selection has changed since the review. */
  readonly digest: string;
  readonly entities: Readonly<Partial<Record<RemovableKind, string>>>;
}

/** A selection, or a message that explains why there is none. `isTemporary` means that a retry may succeed. */
type Selection = Selected | { readonly refused: string; readonly isTemporary: boolean };

/** Returns the product that the form's list belongs to. */
function productOf({ query }: Pick<SignedInRequest, 'query'>): RemovableProduct {
  return removableProducts[removableKinds.find(kind => kind === query.of) ?? 'license'];
}

/** Returns the URL of the page where the selection was made. */
export function selectionPage(request: Pick<SignedInRequest, 'query'>): string {
  return request.query.of === 'leavers' ? paths.leavers : productOf(request).listAddress(request.query);
}

/** Returns the form fields that repeat the selection. */
export function selectionFields(request: SignedInRequest): FormFields {
  if (selectsView(request)) return [['all', '1']];
  return removableKinds.flatMap(kind => request.values(kind).map(id => [kind, id] as const));
}

/** Returns whether a form selects all matches of a list rather than individual rows (P230). */
export function selectsView({ form }: Pick<SignedInRequest, 'form'>): boolean {
  return form.all === '1';
}

/** Returns the items that a form selects: rows by their IDs, or all matches of a list. */
export async function readSelection(
  request: SignedInRequest,
  dependencies: Dependencies,
): Promise<Selection> {
  const details = await fetchUserDetails(request, dependencies.portalUsers);
  if (!details) return { refused: messages.access.userDetailsMissing, isTemporary: true };
  const view = selectsView(request) ? productOf(request).kind : undefined;
  const items: RemovalItem[] = [];
  const gone: { kind: RemovableKind; id: string }[] = [];
  const entities: Partial<Record<RemovableKind, string>> = {};
  let found = 0;
  for (const product of Object.values(removableProducts)) {
    const { kind } = product;
    const ids = new Set(request.values(kind));
    if (view ? view !== kind : ids.size === 0) continue;
    const entityId = entityFor(details, product.role);
    if (entityId === undefined) return { refused: textOf(product.roleMissing), isTemporary: false };
    entities[kind] = entityId;
    const list = await fetchList(request, product, entityId, dependencies);
    if (!list) return { refused: product.statsFailed, isTemporary: true };
    if (view) {
      const matches = await list.matching(request.query);
      items.push(...matches.items);
      found += matches.found;
    } else {
      const listed = await list.filter(id => ids.delete(id));
      items.push(...listed);
      found += listed.length;
      for (const id of ids) gone.push({ kind, id });
    }
  }
  const first = items.slice(0, REMOVAL_LIMIT);
  return { items: first, gone, found, digest: digestOf(first.map(({ kind, id }) => [kind, id])), entities };
}

/** Fetches the administrator's own list of a product; undefined if its backend fails, which is only logged. */
export async function fetchList(
  { administrator, log }: SignedInRequest,
  product: RemovableProduct,
  entityId: string,
  dependencies: Dependencies,
): Promise<RemovableList | undefined> {
  try {
    return await product.list(entityId, administrator.context, dependencies);
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    logFailure(log, error, error.message);
    return undefined;
  }
}

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
import { logFailure } from '../failure';
import { fetchUserDetails } from '../user-details';
import { fetchItems, type RemovableItems, removableLists } from './lists';

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

/** Returns the kind of the items in the form's list. */
function kindOf({ query }: Pick<SignedInRequest, 'query'>): RemovableKind {
  return removableKinds.find(kind => kind === query.of) ?? 'license';
}

/** Returns the URL of the page where the selection was made. */
export function selectionPage(request: Pick<SignedInRequest, 'query'>): string {
  if (request.query.of === 'leavers') return paths.leavers;
  const { product, list } = removableLists[kindOf(request)];
  return `${product.address(product.path, product.readState(request.query))}#${list.id}`;
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
  const view = selectsView(request) ? kindOf(request) : undefined;
  const items: RemovalItem[] = [];
  const gone: { kind: RemovableKind; id: string }[] = [];
  const entities: Partial<Record<RemovableKind, string>> = {};
  let found = 0;
  for (const kind of removableKinds) {
    const { product, list } = removableLists[kind];
    const ids = new Set(request.values(kind));
    if (view ? view !== kind : ids.size === 0) continue;
    const entityId = entityFor(details, product.role);
    if (entityId === undefined) {
      const message = textOf(list.removable.roleMissing ?? product.roleMissing);
      return { refused: message, isTemporary: false };
    }
    entities[kind] = entityId;
    const rows = await fetchOwnItems(request, kind, entityId, dependencies);
    if (!rows) return { refused: product.statsFailed, isTemporary: true };
    if (view) {
      const matches = await rows.matching(request.query);
      items.push(...matches.items);
      found += matches.found;
    } else {
      const listed = await rows.filter(id => ids.delete(id));
      items.push(...listed);
      found += listed.length;
      for (const id of ids) gone.push({ kind, id });
    }
  }
  const first = items.slice(0, REMOVAL_LIMIT);
  return { items: first, gone, found, digest: digestOf(first.map(({ kind, id }) => [kind, id])), entities };
}

/** Fetches the administrator's own items of a kind; undefined if the backend fails, which is only logged. */
export async function fetchOwnItems(
  { administrator, log }: SignedInRequest,
  kind: RemovableKind,
  entityId: string,
  dependencies: Dependencies,
): Promise<RemovableItems | undefined> {
  try {
    return await fetchItems(kind, entityId, administrator.context, dependencies);
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    logFailure(log, error, error.message);
    return undefined;
  }
}

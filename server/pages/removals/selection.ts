import { randomUUID } from 'node:crypto';
import type { Query } from '../../../shared/list-state';
import type { ToastCode } from '../../../shared/messages';
import { type ProductKey, productKeys } from '../../../shared/products';
import { REMOVAL_LIMIT, type SelectableKind, selectableKinds } from '../../../shared/removals';
import type { Dependencies } from '../../dependencies';
import { type Reply, redirect } from '../../http/reply';
import { inTurns } from '../../lists/turns';
import {
  isSamePerson,
  itemKey,
  type RemovalItem,
  type SelectedRow,
  sortItems,
  unescapeId,
} from '../../removals/items';
import type { Review } from '../../removals/state';
import { type Entities, entitiesOf } from '../../session/roles';
import { emailKey, isEmailAddress } from '../../text/email-address';
import { orUndefinedIfBackendFails } from '../failure';
import type { Load, SignedInRequest } from '../handler';
import { peopleLists } from '../people-list/lists';
import { filterProblem, loadPeople } from '../people-list/load';
import { productDefinitions } from '../product/products';
import { fetchRemovableItems, type RemovableItems } from '../product/removable-items';
import { reviewUrl } from '../product/removal-urls';
import { companyKeyOf, ownerOf } from '../record-owner';
import { listsOf, readSource, selectionUrl } from './selection-source';

/** The items of a selection in the administrator's own lists. */
interface Selected extends Pick<Review, 'partial'> {
  /** The first `REMOVAL_LIMIT` items at most. */
  readonly items: readonly RemovalItem[];
  readonly count: number;
  /** Selected rows that are not listed, or belong to somebody else now. */
  readonly gone: readonly SelectedRow[];
  readonly entities: Entities;
}

/** The toast that says why the lists cannot be searched. */
interface ListsUnavailable {
  readonly refused: ToastCode;
}

/** Finds the selection of a form: all matches of its list (P230), or individual rows. */
export const findSelected: Load<Selected | ListsUnavailable> = (request, dependencies) => {
  const { form, query, values } = request;
  const kind = selectableKinds.find(each => each === query.of);
  // A page shows all rows for a filter that it does not know, but a removal must not have more than were asked for.
  if (form.all === '1' && kind && listsOf(kind).isState(query))
    return findMatches(kind, request, dependencies);
  const rows = selectableKinds.flatMap(each =>
    [...new Set(values(each))].map(value => ({ kind: each, id: unescapeId(value) })),
  );
  return findRows(rows, request, dependencies);
};

/** Finds rows of lists, and the licenses and cards of people. */
export async function findRows(
  rows: readonly SelectedRow[],
  request: SignedInRequest,
  dependencies: Dependencies,
): Promise<Selected | ListsUnavailable> {
  const fetched = await fetchLists(new Set(rows.map(({ kind }) => kind)), request, dependencies);
  if ('refused' in fetched) return fetched;
  const { lists, entities } = fetched;
  const people = rows
    .flatMap(({ kind, id }) => (kind === 'person' ? emailKey(id) : []))
    .filter(isEmailAddress);
  const keys = new Set(people);
  const wanted = new Map(
    rows.flatMap(row =>
      row.kind === 'person' ? [] : [[itemKey({ productKey: row.kind, id: row.id }), row]],
    ),
  );
  const isWanted = (item: RemovalItem) => {
    const row = wanted.get(itemKey(item));
    return row !== undefined && (row.email === undefined || isSamePerson(row.email, item.email));
  };
  // Addresses take the most time, and only people are found by them.
  const isSelectedPerson = ({ email }: RemovalItem) => keys.size > 0 && keys.has(emailKey(email));
  const items = await filterAll(lists, item => isWanted(item) || isSelectedPerson(item));
  const listed = new Set(items.map(itemKey));
  const listedPeople = new Set(keys.size > 0 ? items.map(({ email }) => emailKey(email)) : []);
  const gone = rows.filter(row =>
    row.kind === 'person'
      ? !listedPeople.has(emailKey(row.id))
      : !listed.has(itemKey({ productKey: row.kind, id: row.id })),
  );
  const incomplete = lists.find(({ isComplete }) => !isComplete);
  if (incomplete && gone.length > 0)
    return { refused: productDefinitions[incomplete.productKey].unavailableToast };
  const partial = people.length > 0 ? partialProducts(lists) : [];
  return { items: items.slice(0, REMOVAL_LIMIT), gone, count: items.length, entities, partial };
}

async function findMatches(
  kind: SelectableKind,
  request: SignedInRequest,
  dependencies: Dependencies,
): Promise<Selected | ListsUnavailable> {
  const fetched = await fetchLists(new Set([kind]), request, dependencies);
  if ('refused' in fetched) return fetched;
  const { lists, entities } = fetched;
  const { items = [], count = 0 } =
    kind === 'person'
      ? await findMatchingPeople(lists, request, dependencies)
      : ((await lists[0]?.matching(request.query)) ?? {});
  const partial = kind === 'person' ? partialProducts(lists) : [];
  return { items, gone: [], count, entities, partial };
}

/** Fetches the lists of these kinds of rows. A person may be in all lists of the administrator. */
async function fetchLists(
  kinds: ReadonlySet<SelectableKind>,
  request: SignedInRequest,
  dependencies: Dependencies,
): Promise<{ readonly lists: readonly RemovableItems[]; readonly entities: Entities } | ListsUnavailable> {
  const { administrator, log } = request;
  const details = await request.details();
  if (!details) return { refused: 'userDetailsMissing' };
  const entities = entitiesOf(details);
  const lists: RemovableItems[] = [];
  for (const key of productKeys) {
    const entityId = entities[key];
    if (!kinds.has(key) && (!kinds.has('person') || entityId === undefined)) continue;
    const product = productDefinitions[key];
    if (entityId === undefined) return { refused: product.removal.roleMissing ?? product.roleMissing };
    const fresh = { ...administrator.context, bypassCache: true };
    const items = await orUndefinedIfBackendFails(
      log,
      fetchRemovableItems(product, entityId, fresh, dependencies),
    );
    // Half of the licenses and cards would look like all of them.
    if (!items) return { refused: product.unavailableToast };
    lists.push(items);
  }
  return { lists, entities };
}

/** The items of the first people of a list state, at most `REMOVAL_LIMIT`, and the number of all items. */
async function findMatchingPeople(
  lists: readonly RemovableItems[],
  { administrator, ...request }: SignedInRequest,
  dependencies: Dependencies,
): Promise<{ readonly items: readonly RemovalItem[]; readonly count: number }> {
  // The lists have just been fetched.
  const context = { ...administrator.context, bypassCache: false };
  const loaded = await loadPeople({ ...request, administrator: { ...administrator, context } }, dependencies);
  if (!loaded || filterProblem(loaded, request.query) !== undefined) return { items: [], count: 0 };
  const { readQuery } = peopleLists(loaded.products).lists.people;
  const rows = await loaded.people.all(readQuery(request.query).listQuery);
  /** How many items each person has, in the order of the list. */
  const counts = new Map<string, number>();
  for await (const part of inTurns(rows)) {
    for (const { email } of part) {
      const key = emailKey(email);
      if (isEmailAddress(key)) counts.set(key, 0);
    }
  }
  const all = await filterAll(lists, ({ email }) => {
    const key = emailKey(email);
    const count = counts.get(key);
    if (count !== undefined) counts.set(key, count + 1);
    return count !== undefined;
  });
  if (all.length <= REMOVAL_LIMIT) return { items: all, count: all.length };
  const first = new Set<string>();
  let room = REMOVAL_LIMIT;
  for (const [key, count] of counts) {
    room -= count;
    if (room < 0 && first.size > 0) break;
    first.add(key);
  }
  const items = await filterAll(lists, ({ email }) => first.has(emailKey(email)));
  return { items: items.slice(0, REMOVAL_LIMIT), count: all.length };
}

/** The products whose lists have rows that cannot be read: a person may have more than is found. */
function partialProducts(lists: readonly RemovableItems[]): ProductKey[] {
  return lists.flatMap(({ productKey, isComplete }) => (isComplete ? [] : productKey));
}

async function filterAll(
  lists: readonly RemovableItems[],
  isWanted: (item: RemovalItem) => boolean,
): Promise<readonly RemovalItem[]> {
  return (await Promise.all(lists.map(list => list.filter(isWanted)))).flat();
}

interface ReviewOptions extends Pick<Review, 'openLeavers'> {
  /** The query string of the form, which names the source of the selection. */
  readonly source: Query;
  /** Returns the URL to redirect to; by default, the review's own. */
  readonly urlOf?: (id: string) => string;
}

/** Stores a review of a selection, and redirects to it; back to the selection if the lists cannot be searched. */
export async function redirectToReview(
  selected: Selected | ListsUnavailable,
  { source: query, openLeavers, urlOf = reviewUrl }: ReviewOptions,
  request: SignedInRequest,
  { removals }: Dependencies,
): Promise<Reply> {
  const source = readSource(query);
  if ('refused' in selected) return redirect(selectionUrl(source), { toast: [selected.refused] });
  const id = await removals.reviews.put(ownerOf(request), {
    ...selected,
    items: sortItems(selected.items),
    gone: [...selected.gone],
    companyKey: companyKeyOf(request, await request.details()),
    source,
    openLeavers,
    formKey: randomUUID(),
  });
  return redirect(urlOf(id));
}

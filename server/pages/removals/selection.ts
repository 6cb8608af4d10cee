import { randomUUID } from 'node:crypto';
import type { Query } from '../../../shared/list-state';
import type { ToastCode } from '../../../shared/messages';
import { type ProductKey, productKeys, productTerms } from '../../../shared/products';
import { removalLimit, type SelectableKind, selectableKinds } from '../../../shared/removals';
import type { ProductItem } from '../../backends/product-stats';
import type { Dependencies } from '../../dependencies';
import { type Reply, redirect } from '../../http/reply';
import { inTurns } from '../../lists/turns';
import { isSamePerson, itemKey, type RemovalItem, type SelectedRow, unescapeId } from '../../removals/items';
import { peopleOf, personKey } from '../../removals/people';
import type { Review } from '../../removals/state';
import { type Entities, entitiesOf } from '../../session/roles';
import { emailKey, isEmailAddress } from '../../text/email-address';
import { COMPARE, openedLists, partProblem } from '../compare/lists';
import { openList } from '../compare/open-list';
import type { Load, SignedInRequest } from '../handler';
import type { DefinedList } from '../lists/define-list';
import { peopleLists } from '../people-list/lists';
import { filterProblem, loadPeople } from '../people-list/load';
import { cutLines } from '../people-list/present-line';
import type { Product } from '../product/define-product';
import { loadStats } from '../product/load-stats';
import { productDefinitions } from '../product/products';
import { type RemovableItems, removableItems } from '../product/removable-items';
import { reviewUrl } from '../product/removal-urls';
import { companyKeyOf, ownerOf } from '../record-owner';
import { readSource, selectedKind, sourceUrl } from './selection-source';

/** The items of a selection in the administrator's own lists, in their order. */
interface Selected extends Pick<Review, 'items' | 'gone' | 'entities' | 'partial' | 'lines'> {}

/** The toast that says why the lists cannot be searched. */
interface ListsUnavailable {
  readonly refused: ToastCode;
}

/** Finds the selection of a form: all matches of its list (P230), or individual rows. */
export const findSelected: Load<Selected | ListsUnavailable> = async (request, dependencies) => {
  const { form, query, values } = request;
  const kind = selectedKind(query);
  if (form.all === '1' && kind) return findMatches(kind, request, dependencies);
  const rows = selectableKinds.flatMap(each =>
    [...new Set(values(each))].map(value => ({ kind: each, id: unescapeId(value) })),
  );
  const own = emailKey(request.administrator.email);
  const others = query.of === COMPARE ? rows.filter(({ id }) => emailKey(id) !== own) : rows;
  const found = await findRows(others, request, dependencies);
  if ('refused' in found || !kind) return found;
  const { keys, lines } = await findKeys(kind, false, request, dependencies);
  return { ...found, items: await inOrder(keys, found.items, keyAmong(kind)), lines };
};

/** Finds rows of lists, and the licenses and cards of people, in the order of these rows. */
export async function findRows(
  rows: readonly SelectedRow[],
  request: SignedInRequest,
  dependencies: Dependencies,
): Promise<Selected | ListsUnavailable> {
  const loaded = await loadLists(new Set(rows.map(({ kind }) => kind)), request, dependencies);
  if ('refused' in loaded) return loaded;
  const { lists, entities } = loaded;
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
    return { refused: productTerms[incomplete.productKey].toasts.unavailable };
  const partial = people.length > 0 ? partialProducts(lists) : [];
  const keyOf = (item: RemovalItem) => (wanted.has(itemKey(item)) ? itemKey(item) : emailKey(item.email));
  return { items: await inOrder([...wanted.keys(), ...keys], items, keyOf), gone, entities, partial };
}

async function findMatches(
  kind: SelectableKind,
  request: SignedInRequest,
  dependencies: Dependencies,
): Promise<Selected | ListsUnavailable> {
  const loaded = await loadLists(new Set([kind]), request, dependencies);
  if ('refused' in loaded) return loaded;
  const { lists, entities } = loaded;
  const { keys, lines } = await findKeys(kind, true, request, dependencies);
  const wanted = new Set(keys);
  const items = await filterAll(lists, item => wanted.has(keyAmong(kind)(item)));
  const partial = kind === 'person' ? partialProducts(lists) : [];
  return { items: await inOrder(keys, items, keyAmong(kind)), gone: [], entities, partial, lines };
}

/** The key of an item among the rows of this kind. */
const keyAmong = (kind: SelectableKind) => (item: RemovalItem) =>
  kind === 'person' ? personKey(item) : itemKey(item);

/** The items in the order of these keys. */
async function inOrder(
  keys: Iterable<string>,
  items: readonly RemovalItem[],
  keyOf: (item: RemovalItem) => string,
): Promise<RemovalItem[]> {
  const groups = await groupInTurns(items, keyOf);
  return [...new Set([...keys, ...groups.keys()])].flatMap(key => groups.get(key) ?? []);
}

async function groupInTurns(items: readonly RemovalItem[], keyOf: (item: RemovalItem) => string) {
  const groups = new Map<string, RemovalItem[]>();
  for await (const part of inTurns(items)) {
    for (const item of part) {
      const key = keyOf(item);
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  }
  return groups;
}

/** Loads the lists of these kinds of rows. A person may be in all lists of the administrator. */
async function loadLists(
  kinds: ReadonlySet<SelectableKind>,
  request: SignedInRequest,
  dependencies: Dependencies,
): Promise<{ readonly lists: readonly RemovableItems[]; readonly entities: Entities } | ListsUnavailable> {
  const details = await request.details();
  if (!details) return { refused: 'userDetailsMissing' };
  const entities = entitiesOf(details);
  const lists: RemovableItems[] = [];
  for (const key of productKeys) {
    const hasRole = entities[key] !== undefined;
    if (!kinds.has(key) && !(kinds.has('person') && hasRole)) continue;
    const { toasts, messages } = productTerms[key];
    if (!hasRole) return { refused: toasts.accountMissing };
    const stats = await loadStats(request, key, dependencies);
    const list = typeof stats === 'string' ? undefined : removableItems(key, stats);
    // A failed call is in the log already.
    if (typeof stats !== 'string' && !list) request.log.error(messages.unreadable);
    // Half of the licenses and cards would look like all of them.
    if (!list) return { refused: toasts.unavailable };
    lists.push(list);
  }
  return { lists, entities };
}

/**
 * Finds the rows of a list, in the order of the URL: the keys of all, or only of those that match; and the lines of people
 * who are compared with a list, by their keys.
 */
async function findKeys(
  kind: SelectableKind,
  isNarrowed: boolean,
  request: SignedInRequest,
  dependencies: Dependencies,
): Promise<{ readonly keys: readonly string[]; readonly lines?: Review['lines'] }> {
  const { query } = request;
  if (query.of === COMPARE) {
    const opened = await openList(request, dependencies);
    if (typeof opened !== 'object') return { keys: [] };
    const { isState, readState, lists } = openedLists(opened);
    if (isNarrowed && partProblem(opened, readState(query))) return { keys: [] };
    const lines: Record<string, string> = {};
    const keys = await keysOf(lists.people, isState, opened, person => {
      // No item has an empty key, so it selects nothing.
      const key = person.isReviewable === 1 ? personKey(person) : '';
      if (key !== '' && person.line !== '') lines[key] = person.line;
      return key;
    });
    return { keys, lines };
  }
  if (kind === 'person') {
    const loaded = await loadPeople(request, dependencies);
    if (!loaded || filterProblem(loaded, query) !== undefined) return { keys: [] };
    const { isState, lists } = peopleLists(loaded.products);
    return { keys: await keysOf(lists.people, isState, loaded, personKey) };
  }
  const product: Product = productDefinitions[kind];
  const stats = await loadStats(request, kind, dependencies);
  if (typeof stats === 'string') return { keys: [] };
  const keyOf = ({ id }: ProductItem) => itemKey({ productKey: kind, id });
  return { keys: await keysOf(product.lists.claimed, product.isState, stats, keyOf) };

  async function keysOf<Source, Row>(
    list: Pick<DefinedList<Source, Row>, 'rows' | 'readQuery'>,
    isState: (query: Query) => boolean,
    source: Source,
    keyOf: (row: Row) => string,
  ): Promise<readonly string[]> {
    // A page shows all rows for a filter that it does not know, but a removal must not have more than were asked for (T83).
    const rows = isNarrowed && !isState(query) ? undefined : list.rows(source);
    const { listQuery } = list.readQuery(query);
    const found = await rows?.all(isNarrowed ? listQuery : { ...listQuery, query: '', ranges: [] });
    const keys: string[] = [];
    if (found) for await (const part of inTurns(found)) keys.push(...part.map(keyOf));
    return keys;
  }
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

/** The items of the first people, with as many as one removal can have. Nobody is divided, unless one person has more. */
async function firstPeople(items: readonly RemovalItem[], limit: number): Promise<readonly RemovalItem[]> {
  if (items.length <= limit) return items;
  const first: RemovalItem[] = [];
  for (const own of (await groupInTurns(items, personKey)).values()) {
    if (first.length + own.length > limit && first.length > 0) break;
    first.push(...own.slice(0, limit));
  }
  return first;
}

/** How many people's lines are cut in one turn of the event loop. Words in a line of 2,000 characters take a millisecond. */
const LINES_PER_TURN = 20;

/** The lines of the people of some items, cut as their list shows them; undefined if there are none, as in an export. */
async function linesOf(
  items: readonly RemovalItem[],
  lines: NonNullable<Review['lines']>,
  query = '',
): Promise<Review['lines']> {
  const own: Record<string, string> = {};
  for await (const people of inTurns(peopleOf(items), LINES_PER_TURN)) {
    for (const { email, name } of people) {
      const [line = ''] = cutLines({ email, name, line: lines[emailKey(email)] ?? '' }, query);
      if (line !== '') own[emailKey(email)] = line;
    }
  }
  return Object.keys(own).length > 0 ? own : undefined;
}

/**
 * Stores a review of a selection from this source, and redirects to it, or to another URL of it; back to the selection if the
 * lists cannot be searched.
 */
export async function redirectToReview(
  selected: Selected | ListsUnavailable,
  { source: query, urlOf = reviewUrl }: { readonly source: Query; readonly urlOf?: (id: string) => string },
  request: SignedInRequest,
  { removals, config }: Dependencies,
): Promise<Reply> {
  const source = readSource(query);
  if ('refused' in selected) return redirect(sourceUrl(source), { toast: [selected.refused] });
  const items = [...(await firstPeople(selected.items, removalLimit(config.removalLimitPerHour)))];
  const id = await removals.reviews.put(ownerOf(request), {
    ...selected,
    items,
    lines: selected.lines && (await linesOf(items, selected.lines, source.q)),
    count: selected.items.length,
    companyKey: companyKeyOf(request, await request.details()),
    source,
    formKey: randomUUID(),
  });
  return redirect(urlOf(id));
}

import type { Query } from '../../../shared/list-state';
import { messages, textOf } from '../../../shared/messages';
import {
  REMOVAL_LIMIT,
  type RemovableKind,
  removableKinds,
  type SelectableKind,
  selectableKinds,
} from '../../../shared/removals';
import type { Dependencies } from '../../dependencies';
import { emailKey, isAddress } from '../../email-address';
import type { SignedInRequest } from '../../http/request';
import { inTurns } from '../../lists/turns';
import {
  type Entities,
  isSelectedRow,
  itemKey,
  type Listed,
  type RemovalItem,
  type Review,
  readRow,
} from '../../removals/run-state';
import type { UserDetails } from '../../roles';
import { unlessBackendFails } from '../failure';
import { countItems, peopleLists } from '../people/lists';
import { loadPeople } from '../people/load';
import { unknownPossession } from '../people/present';
import { fetchItems, type RemovableItems, removableLists } from './lists';
import { entitiesOf } from './owner';
import { answerAddress } from './terms';

/** The kind of the rows in the form's list. */
function kindOf({ query }: Pick<SignedInRequest, 'query'>): SelectableKind {
  return selectableKinds.find(kind => kind === query.of) ?? 'license';
}

/** The URL of the page where the selection was made. */
export function selectionAddress(request: Pick<SignedInRequest, 'query'>): string {
  if (request.query.of === 'leavers') return answerAddress(request.query);
  const kind = kindOf(request);
  if (kind === 'person') {
    const { path, address, readState, lists } = peopleLists(removableKinds);
    return `${address(path, readState(request.query))}#${lists.people.id}`;
  }
  const { product, list } = removableLists[kind];
  return `${product.address(product.path, product.readState(request.query))}#${list.id}`;
}

/** The selection of a form: all matches of a list (P230), or individual rows. */
export function readSelection(request: SignedInRequest): Review['selection'] {
  if (request.form.all === '1') {
    const texts = Object.entries(request.query).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return { of: 'matches', kind: kindOf(request), query: Object.fromEntries(texts) };
  }
  const rows = selectableKinds.flatMap(kind =>
    [...new Set(request.values(kind))].map(value => readRow(kind, value)),
  );
  return { of: 'rows', rows };
}

/** The found items, or a message that explains why there are none. `isTemporary` means that a retry may succeed. */
type Found = NonNullable<Review['found']> | { readonly refused: string; readonly isTemporary: boolean };

/** Finds the selected items in the administrator's own lists: rows, everything that people have, or all matches of a list. */
export async function findSelected(
  request: SignedInRequest,
  selection: Review['selection'],
  details: UserDetails | undefined,
  dependencies: Dependencies,
): Promise<Found> {
  if (!details) return { refused: messages.access.userDetailsMissing, isTemporary: true };
  const entities = entitiesOf(details);
  const rows = selection.of === 'rows' ? selection.rows : [];
  const selects = (kind: SelectableKind) =>
    selection.of === 'matches' ? selection.kind === kind : rows.some(row => row.kind === kind);
  const lists: { readonly list: RemovableItems; readonly statsFailed: string }[] = [];
  for (const kind of removableKinds) {
    const { product, list: ofProduct } = removableLists[kind];
    const entityId = entities[kind];
    if (!selects(kind) && (!selects('person') || entityId === undefined)) continue;
    if (entityId === undefined)
      return { refused: textOf(ofProduct.removable.roleMissing ?? product.roleMissing), isTemporary: false };
    const fresh = { ...request.administrator.context, bypassCache: true };
    const list = await unlessBackendFails(request.log, fetchItems(kind, entityId, fresh, dependencies));
    // Half of what people have would look like everything.
    if (!list) return { refused: product.statsFailed, isTemporary: true };
    lists.push({ list, statsFailed: product.statsFailed });
  }
  if (selection.of === 'matches' && selection.kind !== 'person') {
    const matches = await lists[0]?.list.matching(selection.query);
    const items = [...(matches?.items ?? [])];
    return { items, gone: [], reassigned: [], count: matches?.found ?? 0, entities };
  }

  const people = rows.flatMap(({ kind, id }) => (kind === 'person' ? emailKey(id) : [])).filter(isAddress);
  const { keys, count } =
    selection.of === 'matches'
      ? await findMatching(request, selection.query, details, dependencies)
      : { keys: new Set(people), count: undefined };
  const byKey = Map.groupBy(rows, itemKey);
  const isOfPerson = ({ email }: RemovalItem) => keys.has(emailKey(email));
  const isNamed = (item: RemovalItem) => byKey.has(itemKey(item)) || isOfPerson(item);
  const named = (await Promise.all(lists.map(({ list }) => list.filter(isNamed)))).flat();
  const isSelected = (item: RemovalItem) =>
    isOfPerson(item) || byKey.get(itemKey(item))?.some(row => isSelectedRow(row, item));
  const items = named.filter(isSelected);
  const listed = new Set(named.map(itemKey));
  const listedPeople = new Set(items.map(({ email }) => emailKey(email)));
  const gone = rows.filter(row =>
    row.kind === 'person' ? !listedPeople.has(emailKey(row.id)) : !listed.has(itemKey(row)),
  );
  const partial = lists.find(({ list }) => !list.isWhole);
  if (partial && gone.length > 0) return { refused: partial.statsFailed, isTemporary: true };
  return {
    items: items.slice(0, REMOVAL_LIMIT),
    gone,
    reassigned: named.filter(item => !isSelected(item)).slice(0, REMOVAL_LIMIT),
    count: count ?? items.length,
    entities,
  };
}

/** The first people of a list state, with at most `REMOVAL_LIMIT` items, and the number of all items. */
async function findMatching(
  { administrator, log }: SignedInRequest,
  query: Query,
  details: UserDetails,
  dependencies: Dependencies,
): Promise<{ readonly keys: ReadonlySet<string>; readonly count: number }> {
  // The lists have just been fetched.
  const context = { ...administrator.context, bypassCache: false };
  const request = { administrator: { ...administrator, context }, log };
  const loaded = await loadPeople(request, Promise.resolve(details), dependencies);
  const keys = new Set<string>();
  let [count, room] = [0, REMOVAL_LIMIT];
  if (!loaded || unknownPossession(loaded, query) !== undefined) return { keys, count };
  const { readQuery } = peopleLists(loaded.kinds).lists.people;
  const rows = await loaded.people.all(readQuery(query).listQuery);
  for await (const part of inTurns(rows)) {
    for (const person of part) {
      const key = emailKey(person.email);
      if (!isAddress(key)) continue;
      count += countItems(person);
      room -= countItems(person);
      if (room >= 0 || keys.size === 0) keys.add(key);
    }
  }
  return { keys, count };
}

/**
 * Looks for these items in the administrator's lists, without any cached data.
 * @throws {BackendError} Thrown when a list cannot be fetched.
 */
export async function findListed(
  { administrator: { context } }: SignedInRequest,
  items: readonly RemovalItem[],
  entities: Entities,
  dependencies: Dependencies,
): Promise<Listed> {
  // A fetch that has started before must not be shared.
  dependencies.statsCache.invalidate(context.userId);
  const available: Partial<Record<RemovableKind, number>> = {};
  const listed = await Promise.all(
    removableKinds.map(async kind => {
      const ids = new Set(items.filter(item => item.kind === kind).map(({ id }) => id));
      const entityId = entities[kind];
      if (ids.size === 0 || entityId === undefined) return [];
      const fresh = { ...context, bypassCache: true };
      const list = await fetchItems(kind, entityId, fresh, dependencies);
      available[kind] = list.available;
      const found = await list.filter(({ id }) => ids.has(id));
      const unknown = list.isWhole ? [] : [...ids].map(id => [itemKey({ kind, id }), 'unknown'] as const);
      return [...unknown, ...found.map(item => [itemKey(item), item] as const)];
    }),
  );
  return { items: new Map<string, RemovalItem | 'unknown'>(listed.flat()), available };
}

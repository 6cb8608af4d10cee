import type { Query } from '../../../shared/list-state';
import { messages, textOf } from '../../../shared/messages';
import { productKeys } from '../../../shared/products';
import { REMOVAL_LIMIT, type SelectableKind, selectableKinds } from '../../../shared/removals';
import type { Dependencies } from '../../dependencies';
import { emailKey, isAddress } from '../../email-address';
import { inTurns } from '../../lists/turns';
import { itemKey, type RemovalItem, type SelectedRow, unescapeId } from '../../removals/items';
import type { Review } from '../../removals/state';
import { type Entities, entitiesOf } from '../../roles';
import { unlessBackendFails } from '../failure';
import type { SignedInRequest } from '../handler';
import { ACTIVITY } from '../lists/activity';
import { countItems, HAS, peopleLists } from '../people-list/lists';
import { filterProblem, loadPeople } from '../people-list/load';
import { definitions } from '../product/products';
import { fetchItems, type RemovableItems } from '../product/removable-items';
import { answerAddress } from '../product/removal-addresses';

/** The kind of the rows in the form's list. */
function kindOf({ query }: Pick<SignedInRequest, 'query'>): SelectableKind {
  return selectableKinds.find(kind => kind === query.of) ?? 'license';
}

/** The URL of the page where the selection was made. */
export function selectionAddress(request: Pick<SignedInRequest, 'query'>): string {
  if (request.query.of === 'leavers') return answerAddress(request.query);
  const kind = kindOf(request);
  if (kind === 'person') {
    const { path, address, readState, lists } = peopleLists(productKeys);
    return `${address(path, readState(request.query))}#${lists.people.id}`;
  }
  const { address, path, readState, lists } = definitions[kind];
  return `${address(path, readState(request.query))}#${lists.claimed.id}`;
}

/** The selection of a form: all matches of a list (P230), or individual rows. */
export function readSelection(request: SignedInRequest): Review['selection'] {
  const kind = selectableKinds.find(kind => kind === request.query.of);
  if (request.form.all === '1' && kind && hasKnownFilters(kind, request.query)) {
    const texts = Object.entries(request.query).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return { of: 'matches', kind, query: Object.fromEntries(texts) };
  }
  const rows = selectableKinds.flatMap(kind =>
    [...new Set(request.values(kind))].map(value => ({ kind, id: unescapeId(value) })),
  );
  return { of: 'rows', rows };
}

/** A page shows all rows for an unknown filter, but a removal must not have more rows than were asked for. */
function hasKnownFilters(kind: SelectableKind, query: Query): boolean {
  const lists = kind === 'person' ? peopleLists(productKeys) : definitions[kind];
  const state = lists.readState(query);
  const isKnown = (name: string) => !query[name] || query[name] === state[name];
  return isKnown(ACTIVITY) && isKnown(HAS) && (query.q === undefined || typeof query.q === 'string');
}

type Found = NonNullable<Review['found']>;

/** A message that explains why there are no items. `isTemporary` means that a retry may succeed. */
interface Refused {
  readonly refused: string;
  readonly isTemporary: boolean;
}

/** Finds the selected items in the administrator's own lists: rows, everything that people have, or all matches of a list. */
export async function findSelected(
  request: SignedInRequest,
  selection: Review['selection'],
  dependencies: Dependencies,
): Promise<Found | Refused> {
  const details = await request.details();
  if (!details) return { refused: messages.access.userDetailsMissing, isTemporary: true };
  const entities = entitiesOf(details);
  const kinds = selection.of === 'matches' ? [selection.kind] : selection.rows.map(({ kind }) => kind);
  const lists = await fetchLists(request, new Set(kinds), entities, dependencies);
  if ('refused' in lists) return lists;
  if (selection.of === 'rows') return findRows(selection.rows, lists, entities);
  const { items = [], found = 0 } =
    selection.kind === 'person'
      ? await findMatchingPeople(request, selection.query, lists, dependencies)
      : ((await lists[0]?.matching(selection.query)) ?? {});
  return { items: [...items], gone: [], count: found, entities };
}

/** Fetches the lists that have these kinds of rows. What a person has may be in all lists of the administrator. */
async function fetchLists(
  { administrator, log }: SignedInRequest,
  kinds: ReadonlySet<SelectableKind>,
  entities: Entities,
  dependencies: Dependencies,
): Promise<readonly RemovableItems[] | Refused> {
  const lists: RemovableItems[] = [];
  for (const kind of productKeys) {
    const entityId = entities[kind];
    if (!kinds.has(kind) && (!kinds.has('person') || entityId === undefined)) continue;
    const product = definitions[kind];
    const { removal, roleMissing } = product;
    if (entityId === undefined)
      return { refused: textOf(removal.roleMissing ?? roleMissing), isTemporary: false };
    const fresh = { ...administrator.context, bypassCache: true };
    const items = await unlessBackendFails(log, fetchItems(product, entityId, fresh, dependencies));
    // Half of what people have would look like everything.
    if (!items) return { refused: product.statsFailed, isTemporary: true };
    lists.push(items);
  }
  return lists;
}

/** Finds selected rows, and everything that selected people have. */
async function findRows(
  rows: readonly SelectedRow[],
  lists: readonly RemovableItems[],
  entities: Entities,
): Promise<Found | Refused> {
  const people = rows.flatMap(({ kind, id }) => (kind === 'person' ? emailKey(id) : [])).filter(isAddress);
  const keys = new Set(people);
  const selected = new Set(rows.map(itemKey));
  const isSelected = (item: RemovalItem) => selected.has(itemKey(item)) || keys.has(emailKey(item.email));
  const items = await filterAll(lists, isSelected);
  const listed = new Set(items.map(itemKey));
  const listedPeople = new Set(items.map(({ email }) => emailKey(email)));
  const gone = rows.filter(row =>
    row.kind === 'person' ? !listedPeople.has(emailKey(row.id)) : !listed.has(itemKey(row)),
  );
  const partial = lists.find(({ isWhole }) => !isWhole);
  if (partial && gone.length > 0) {
    return { refused: definitions[partial.kind].statsFailed, isTemporary: true };
  }
  return {
    items: items.slice(0, REMOVAL_LIMIT),
    gone,
    count: items.length,
    entities,
  };
}

/** The items of the first people of a list state, at most `REMOVAL_LIMIT`, and the number of all items. */
async function findMatchingPeople(
  { administrator, ...request }: SignedInRequest,
  query: Query,
  lists: readonly RemovableItems[],
  dependencies: Dependencies,
): Promise<{ readonly items: readonly RemovalItem[]; readonly found: number }> {
  // The lists have just been fetched.
  const context = { ...administrator.context, bypassCache: false };
  const recent = { ...request, administrator: { ...administrator, context } };
  const loaded = await loadPeople(recent, dependencies);
  if (!loaded || filterProblem(loaded, query) !== undefined) return { items: [], found: 0 };
  const { readQuery } = peopleLists(loaded.kinds).lists.people;
  const rows = await loaded.people.all(readQuery(query).listQuery);
  const keys = new Set<string>();
  let found = 0;
  for await (const part of inTurns(rows)) {
    for (const person of part) {
      const key = emailKey(person.email);
      if (!isAddress(key)) continue;
      found += countItems(person);
      if (found <= REMOVAL_LIMIT || keys.size === 0) keys.add(key);
    }
  }
  const items = await filterAll(lists, ({ email }) => keys.has(emailKey(email)));
  return { items: items.slice(0, REMOVAL_LIMIT), found };
}

async function filterAll(
  lists: readonly RemovableItems[],
  isWanted: (item: RemovalItem) => boolean,
): Promise<readonly RemovalItem[]> {
  return (await Promise.all(lists.map(list => list.filter(isWanted)))).flat();
}

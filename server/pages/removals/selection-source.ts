import { listStateFields, type Query } from '../../../shared/list-state';
import { paths } from '../../../shared/paths';
import { plural, productKeys, productTerms } from '../../../shared/products';
import { type SelectableKind, selectableKinds } from '../../../shared/removals';
import type { PageTitle } from '../../../views/components/PageHead';
import type { Dependencies } from '../../dependencies';
import type { RecordOwner } from '../../records/records';
import { orIfStoreUnavailable } from '../../records/store';
import type { Review } from '../../removals/state';
import { COMPARE, comparedLists } from '../compare/lists';
import { capitalize } from '../format';
import { keepParameters } from '../lists/page-lists';
import { usageFilterOf, usages } from '../lists/usage-filter';
import { peopleLists } from '../people-list/lists';
import { productDefinitions } from '../product/products';

type SelectionSource = Review['source'];

const origins = [COMPARE, ...selectableKinds] as const;

const originOf = ({ of }: Query) => origins.find(origin => origin === of) ?? productKeys[0];

/** The kind of the selected rows; undefined if the query string names none. */
export function selectedKind({ of }: Query): SelectableKind | undefined {
  return of === COMPARE ? 'person' : selectableKinds.find(kind => kind === of);
}

/** The lists of the page on which rows were selected. */
function listsOf(query: Query) {
  const origin = originOf(query);
  if (origin === 'person') return peopleLists(productKeys);
  if (origin !== COMPARE) return productDefinitions[origin];
  return keepParameters(comparedLists(), typeof query.list === 'string' ? { list: query.list } : {});
}

/** Returns the source that the query string of a form names, without other parameters. */
export function readSource(query: Query): SelectionSource {
  const { readState, defaults } = listsOf(query);
  return { ...Object.fromEntries(listStateFields(readState(query), defaults)), of: originOf(query) };
}

/** The URL of a form about a selection from this source. */
export function withSource(path: string, source: SelectionSource): string {
  return `${path}?${new URLSearchParams(source)}`;
}

/** Renews the list with which people were compared when they were selected: it lives as long as the job's page. */
export async function renewList(
  owner: RecordOwner,
  { of, list }: SelectionSource,
  { records }: Pick<Dependencies, 'records'>,
): Promise<void> {
  if (of !== COMPARE) return;
  // The removal has already begun.
  const renewal = records.lists.update(owner, list, stored => ({ ...stored }));
  await orIfStoreUnavailable(renewal, undefined);
}

/** The URL of the page on which the rows were selected. */
export function sourceUrl(source: Query): string {
  const { url, path, readState, lists } = listsOf(source);
  const { id } = 'people' in lists ? lists.people : lists.claimed;
  return `${url(path, readState(source))}#${id}`;
}

/** The link back to that page, such as “Licenses without leads in 30 days”. */
export function sourceLink(source: SelectionSource): NonNullable<PageTitle['back']> {
  const href = sourceUrl(source);
  const origin = originOf(source);
  if (origin === COMPARE) return { href, label: 'Your list' };
  if (origin === 'person') return { href, label: 'People' };
  const filter = usageFilterOf(source);
  const { title, activityNounPlural } = productTerms[origin];
  if (filter === 'all') return { href, label: title };
  const items = plural(origin);
  const label =
    filter === 'unused'
      ? `${capitalize(items)} without ${activityNounPlural} in 30 days`
      : `${usages[filter].label} ${items}`;
  return { href, label };
}

/** The path of the menu's link to that page. */
export function sourceMenuItem(source: SelectionSource): string {
  const origin = originOf(source);
  return origin === COMPARE || origin === 'person' ? paths.people : productTerms[origin].path;
}

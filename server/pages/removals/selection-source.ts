import { listStateFields, type Query } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import { plural, productKeys, productTerms } from '../../../shared/products';
import { type SelectableKind, selectableKinds } from '../../../shared/removals';
import type { PageTitle } from '../../../views/components/PageHead';
import type { Dependencies } from '../../dependencies';
import type { RecordOwner } from '../../records/records';
import { orIfStoreUnavailable } from '../../records/store';
import { usageFilterOf, usages } from '../lists/usage-filter';
import { peopleLists } from '../people-list/lists';
import { productDefinitions } from '../product/products';
import { leaversParameters, leaversUrl } from '../product/removal-urls';

/** The kind of a selection's rows (`of`), and the parameters of the page on which they were selected. */
type SelectionSource = Readonly<Record<string, string>>;

export function listsOf(kind: SelectableKind) {
  return kind === 'person' ? peopleLists(productKeys) : productDefinitions[kind];
}

/** The kind of the rows; undefined for people of a list of leavers. */
function kindOf({ of }: Query): SelectableKind | undefined {
  return of === 'leavers' ? undefined : (selectableKinds.find(kind => kind === of) ?? 'license');
}

/** Returns the source that the query string of a form names, without other parameters. */
export function readSource(query: Query): SelectionSource {
  const kind = kindOf(query);
  if (kind === undefined) return { ...leaversParameters(query), of: 'leavers' };
  const { readState, defaults } = listsOf(kind);
  return { ...Object.fromEntries(listStateFields(readState(query), defaults)), of: kind };
}

/** The URL of a form about a selection from this source. */
export function withSource(path: string, source: SelectionSource): string {
  return `${path}?${new URLSearchParams(source)}`;
}

/** Renews the result of Remove leavers in which the rows were selected: it lives as long as the job's page. */
export async function keepLeaversResult(
  owner: RecordOwner,
  { of, result }: SelectionSource,
  { records }: Pick<Dependencies, 'records'>,
): Promise<void> {
  if (of !== 'leavers') return;
  // The removal has already begun.
  const renewal = records.leavers.update(owner, result, stored => ({ ...stored }));
  await orIfStoreUnavailable(renewal, undefined);
}

/** The URL of the page on which the rows were selected. */
export function sourceUrl(source: Query): string {
  const kind = kindOf(source);
  if (kind === undefined) return leaversUrl(source);
  const { url, path, readState, lists } = listsOf(kind);
  const { id } = 'people' in lists ? lists.people : lists.claimed;
  return `${url(path, readState(source))}#${id}`;
}

/** The URL of that page with the same selection, by default the last one: lists keep theirs in the tab. */
export function selectionUrl(source: SelectionSource, reviewId = 'last'): string {
  const url = sourceUrl(source);
  return kindOf(source) === undefined ? `${withParameter(url, 'select', reviewId)}#found` : url;
}

/** The link back to that page, such as “Idle licenses”. */
export function sourceLink(source: SelectionSource): NonNullable<PageTitle['back']> {
  const href = sourceUrl(source);
  const kind = kindOf(source);
  if (kind === undefined) return { href, label: 'Remove leavers' };
  if (kind === 'person') return { href, label: 'People' };
  const filter = usageFilterOf(source);
  return {
    href,
    label: filter === 'all' ? productTerms[kind].title : `${usages[filter].label} ${plural(kind)}`,
  };
}

/** The path of the menu's link to that page. Leavers are people. */
export function sourceMenuItem(source: SelectionSource): string {
  const kind = kindOf(source);
  return kind === undefined || kind === 'person' ? paths.people : productTerms[kind].path;
}

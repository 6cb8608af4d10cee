import type { LeaversContent } from '../../../views/pages/LeaversPage';
import type { Dependencies } from '../../dependencies';
import { type Reply, redirect } from '../../http/reply';
import { type SelectedPeople, selectedPeopleOf, selectionVersion } from '../../leavers/selected';
import { truncate } from '../../lists/text';
import type { Person } from '../../people/person';
import type { OpenLeavers } from '../../removals/state';
import { emailKey } from '../../text/email-address';
import { type Load, requiring, type SignedInRequest } from '../handler';
import { leaversUrl } from '../product/removal-urls';
import { ownerOf } from '../record-owner';
import { findRows, redirectToReview } from '../removals/selection';
import { type OpenedResult, openResult, selectablePeopleOf } from './open-result';
import { pageParameters, presentResult } from './present';

/** GET /leavers?result=…: what the people of a list have, or what everybody else has. */
export const loadResult: Load<LeaversContent | undefined> = async (request, dependencies) => {
  const opening = await openResult(request, dependencies);
  if (typeof opening === 'string') return opening === 'ended' ? { state: opening } : undefined;
  const selected = await selectedBefore(opening, request, dependencies);
  return presentResult(opening, request.query, selected, dependencies.config.removalLimitPerHour);
};

/** POST /leavers/select?result=…&page=…: remembers who was selected, and redirects to another page of the result. */
export const selectLeavers = requiring('role', async (request, dependencies) => {
  const { query } = request;
  const opening = await openResult(request, dependencies);
  if (typeof opening === 'string') return redirect(leaversUrl(query));
  const { selected, hasCrossed } = await selectedAfter(opening, request, dependencies);
  return showSelected(selected, hasCrossed, request, dependencies);
});

/** Remembers who is selected, and redirects to the page of the URL. */
async function showSelected(
  selected: ReadonlyMap<string, string>,
  hasCrossed: boolean,
  request: SignedInRequest,
  { records }: Dependencies,
): Promise<Reply> {
  const { query } = request;
  await records.leavers.update(ownerOf(request), query.result, result => ({
    ...result,
    selected: [...selected.keys()],
  }));
  const pages = pageParameters.flatMap(name =>
    typeof query[name] === 'string' ? [[name, query[name]]] : [],
  );
  const parameters = new URLSearchParams([['select', 'last'], ...pages]);
  const url = `${leaversUrl(query)}&${parameters}#${query.perhaps === undefined ? 'found' : 'perhaps'}`;
  return redirect(url, hasCrossed ? { toast: ['selectionChanged'] } : {});
}

/** The maximum length of a name that is kept of a reviewed person, in characters. */
const NAME_LENGTH = 200;

/** POST /leavers/review?result=…: reviews the removal of the people who were selected. */
export const reviewLeavers = requiring('role', async (request, dependencies) => {
  const { query } = request;
  const opening = await openResult(request, dependencies);
  if (typeof opening === 'string') return redirect(leaversUrl(query));
  const { selected, hasCrossed } = await selectedAfter(opening, request, dependencies);
  if (hasCrossed) return showSelected(selected, hasCrossed, request, dependencies);
  const people = [...selected.values()].map(id => ({ kind: 'person', id }) as const);
  const rows = await findRows(people, request, dependencies);
  const keys = new Set(selected.keys());
  const names = listedPeopleOf(opening).map(
    ({ email, name }) => [emailKey(email), truncate(name, NAME_LENGTH)] as const,
  );
  await dependencies.records.leavers.update(ownerOf(request), query.result, result => ({
    ...result,
    selected: [...keys],
    reviewed: { ...result.reviewed, ...Object.fromEntries(names.filter(([key]) => keys.has(key))) },
  }));
  const options = { source: { ...query, of: 'leavers' }, openLeavers: openLeaversOf(opening, keys) };
  return redirectToReview(rows, options, request, dependencies);
});

/** The people who are selected when the page of the URL is shown. */
async function selectedBefore(
  { result }: OpenedResult,
  request: SignedInRequest,
  { removals }: Dependencies,
): Promise<SelectedPeople> {
  const { select } = request.query;
  return selectedPeopleOf(result, select, await removals.reviews.get(ownerOf(request), select));
}

/**
 * The addresses that are selected when the form is sent, by `emailKey`: the ticked ones, and on the other pages the ones
 * that were selected before. A form that does not name its rows (`shown`) has no other pages. `hasCrossed` says whether
 * another page or tab has changed the selection since the form was shown: then the people on other pages are the latest.
 */
async function selectedAfter(
  opening: OpenedResult,
  request: SignedInRequest,
  dependencies: Dependencies,
): Promise<{ readonly selected: ReadonlyMap<string, string>; readonly hasCrossed: boolean }> {
  const stored = opening.result.selected;
  const shown = new Set(request.values('shown').map(emailKey));
  const isLatest = shown.size === 0 || (request.form.selection ?? '') === selectionVersion(stored);
  const before = !isLatest
    ? new Set(stored)
    : shown.size === 0
      ? new Set<string>()
      : await selectedBefore(opening, request, dependencies);
  const keysBefore =
    before === 'all' ? opening.matches.people.map(({ email }) => emailKey(email)) : [...before];
  // A form could name anybody: only people who can be selected are stored.
  const selectable = selectablePeopleOf(opening);
  const selected = new Map(
    [
      ...keysBefore.filter(key => !shown.has(key)).map(key => [key, key] as const),
      ...request.values('person').map(email => [emailKey(email), email] as const),
    ].filter(([key]) => selectable.has(key)),
  );
  const isSame = new Set(stored).size === selected.size && (stored ?? []).every(key => selected.has(key));
  return { selected, hasCrossed: !isLatest && !isSame };
}

/** How many people and lines of a list of leavers are not part of the review; undefined for a list of current staff. */
function openLeaversOf(opening: OpenedResult, selected: ReadonlySet<string>): OpenLeavers | undefined {
  if (opening.result.subject !== 'left') return undefined;
  const { result, opened, matches } = opening;
  return {
    notFound: matches.missing.length,
    notSelected: listedPeopleOf(opening).filter(({ email }) => !selected.has(emailKey(email))).length,
    linesWithoutAddress: (opened?.withoutAddress ?? result.found.notRead.lines).count,
  };
}

function listedPeopleOf({ matches }: OpenedResult): readonly Person[] {
  return [...matches.people, ...matches.perhaps.map(({ person }) => person)];
}

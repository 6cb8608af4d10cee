import type { Dependencies } from '../../dependencies';
import { emailKey } from '../../email-address';
import type { FoundTable, LeaversResult } from '../../leavers/result';
import type { ChosenRows } from '../../leavers/table';
import type { SignedInRequest, Step } from '../handler';
import { type LoadedPeople, loadPeople } from '../people-list/load';
import { companyKeyOf, ownerOf } from '../record-owner';
import { findLeavers, findOthers, type Matches } from './find-people';

/** The table of a result, with what the administrator has chosen in it. */
export interface OpenedTable extends ChosenRows {
  readonly table: FoundTable;
}

/** A result, with what its people have now. */
export interface OpenedResult {
  readonly result: LeaversResult;
  readonly opened: OpenedTable | undefined;
  readonly loaded: LoadedPeople;
  readonly matches: Matches;
}

/** A result, or why there is none. */
type Opening = OpenedResult | 'ended' | 'unavailable';

/** Finds what the people of the result in the URL have, or what everybody else has. */
export const openResult: Step<Opening> = async (request, dependencies) => {
  const { query, administrator } = request;
  const owner = ownerOf(request);
  const result = await dependencies.records.leavers.get(owner, query.answer);
  const details = await request.details();
  if (!result) return 'ended';
  if (!details) return 'unavailable';
  const companyKey = companyKeyOf(request, details);
  if (result.companyKey === companyKeyOf(request, undefined)) {
    // The user details were not available when the list was sent.
    await dependencies.records.leavers.update(owner, query.answer, stored => ({ ...stored, companyKey }));
  } else if (result.companyKey !== companyKey) return 'ended';
  const loaded = await loadPeople(request, dependencies);
  if (!loaded) return 'unavailable';
  const opened = await openChosenTable(result, request, dependencies);
  const matches =
    result.listOf === 'left'
      ? await findLeavers(loaded, leaversIn(result, opened), administrator.email)
      : await findOthers(loaded, staffIn(result, opened), administrator.email);
  return { result, opened, loaded, matches };
};

async function openChosenTable(
  { found }: LeaversResult,
  { query, administrator }: SignedInRequest,
  { workers }: Dependencies,
): Promise<OpenedTable | undefined> {
  if (found.kind !== 'table') return undefined;
  const number = (value: unknown) => (typeof value === 'string' && value !== '' ? Number(value) : Number.NaN);
  const choice = {
    personColumn: number(query.column),
    filterColumn: number(query.where),
    filterValue: typeof query.is === 'string' && query.is.startsWith('=') ? query.is.slice(1) : undefined,
  };
  const input = { table: found, choice };
  return { table: found, ...(await workers.chooseRows(input, administrator.context.userId)) };
}

/** The people of a list of leavers: in a table, the people of the rows that were chosen. */
function leaversIn({ found }: LeaversResult, opened: OpenedTable | undefined): readonly string[] {
  return found.kind === 'table' ? [...(opened?.people.keys() ?? [])] : found.people.map(({ email }) => email);
}

/** The people of a list of current staff: in a table, everybody in any column. */
function staffIn({ found }: LeaversResult, opened: OpenedTable | undefined): ReadonlySet<string> {
  return found.kind === 'table'
    ? (opened?.everybody ?? new Set())
    : new Set(found.people.map(({ email }) => email));
}

/** The people who can be selected, in the form of `emailKey`; of a list of leavers also while their product is unavailable. */
export function selectableIn({ result, opened, matches }: OpenedResult): ReadonlySet<string> {
  return new Set(
    result.listOf === 'left' ? leaversIn(result, opened) : matches.people.map(({ email }) => emailKey(email)),
  );
}

/** The people who were selected for a review and no longer have anything. */
export function removedIn({ result, matches }: OpenedResult): ReadonlySet<string> {
  const reviewed = new Set(result.reviewed);
  return new Set(matches.missing.map(({ email }) => email).filter(email => reviewed.has(email)));
}

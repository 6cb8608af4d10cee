import type { Dependencies } from '../../dependencies';
import type { Found, FoundTable, LeaversResult } from '../../leavers/result';
import { type ChosenRows, EMPTY, FILLED } from '../../leavers/table';
import { emailKey } from '../../text/email-address';
import type { Load, SignedInRequest } from '../handler';
import { findLeavers, findOthers, type Matches } from '../people-list/find-people';
import { type LoadedPeople, loadPeople } from '../people-list/load';
import { leaversParameters } from '../product/removal-urls';
import { companyKeyOf, ownerOf } from '../record-owner';

/** A column and a value in the URL, such as “3:filled” or “2:=Left”. */
const FILTER = new RegExp(`^(\\d{1,4}):(${EMPTY}|${FILLED}|=.{1,200})$`, 's');

/** The table of a result, with the administrator's choices. */
export interface OpenedTable extends ChosenRows {
  readonly table: FoundTable;
}

/** A result, with the current licenses and cards of its people. */
export interface OpenedResult {
  readonly result: LeaversResult;
  readonly opened: OpenedTable | undefined;
  readonly loaded: LoadedPeople;
  readonly matches: Matches;
}

/** A result, or why there is none. */
type Opening = OpenedResult | 'ended' | 'unavailable';

/** Finds the licenses and cards of the people in the result of the URL, or of everybody else. */
export const openResult: Load<Opening> = async (request, dependencies) => {
  const { query, administrator } = request;
  const owner = ownerOf(request);
  const result = await dependencies.records.leavers.get(owner, query.result);
  const details = await request.details();
  if (!result) return 'ended';
  if (!details) return 'unavailable';
  const companyKey = companyKeyOf(request, details);
  if (result.companyKey === companyKeyOf(request, undefined)) {
    // The user details were not available when the list was sent.
    await dependencies.records.leavers.update(owner, query.result, stored => ({ ...stored, companyKey }));
  } else if (result.companyKey !== companyKey) return 'ended';
  const loaded = await loadPeople(request, dependencies);
  if (!loaded) return 'unavailable';
  const opened = await openChosenTable(result, request, dependencies);
  const find = result.subject === 'left' ? findLeavers : findOthers;
  const [emails, named] = [emailsOf(result, opened), namedPeopleOf(result, opened)];
  const wanted = { emails, named, almost: result.found.almost, reviewed: Object.keys(result.reviewed) };
  const matches = await find(loaded, wanted, administrator.email);
  return { result, opened, loaded, matches };
};

async function openChosenTable(
  { found }: LeaversResult,
  { query, administrator }: SignedInRequest,
  { workers }: Dependencies,
): Promise<OpenedTable | undefined> {
  if (found.kind !== 'table') return undefined;
  const { column = '', rows = '' } = leaversParameters(query);
  const [, filterColumn, value] = FILTER.exec(rows) ?? [];
  const choice = {
    personColumn: column === '' ? Number.NaN : Number(column),
    only: value === undefined ? undefined : { column: Number(filterColumn), value },
  };
  const input = { table: found, choice };
  return { table: found, ...(await workers.chooseRows(input, administrator.context.userId)) };
}

/** The people of a list of leavers: in a table, the people of the chosen rows; of current staff, everybody in any column. */
function emailsOf({ subject, found }: LeaversResult, opened: OpenedTable | undefined): readonly string[] {
  if (found.kind !== 'table') return found.people.map(({ email }) => email);
  return [...((subject === 'left' ? opened?.people.keys() : opened?.everybody) ?? [])];
}

/** The people who are named in the list; in a table of leavers, in the chosen rows. */
function namedPeopleOf({ subject, found }: LeaversResult, opened: OpenedTable | undefined): Found['named'] {
  return subject === 'left' && opened ? opened.named : found.named;
}

/** The people who can be selected, in the form of `emailKey`; of a list of leavers even while their product is unavailable. */
export function selectablePeopleOf({ result, opened, matches }: OpenedResult): ReadonlySet<string> {
  const people =
    result.subject === 'left'
      ? [...emailsOf(result, opened), ...namedPeopleOf(result, opened).map(({ email }) => email)]
      : [...matches.people, ...matches.perhaps.map(({ person }) => person)].map(({ email }) =>
          emailKey(email),
        );
  return new Set(people);
}

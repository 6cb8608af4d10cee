import type { Answer } from '../../leavers/found';
import { type FoundRow, openTable, type RowChoice } from '../../leavers/table';
import type { SignedInRequest, Step } from '../handler';
import { type LoadedPeople, loadPeople } from '../people-list/load';
import { companyOf, ownerOf } from '../record-owner';
import { findLeavers, findOthers, type Matches } from './find-people';

/** The table of an answer, with what the administrator has chosen in it. */
export interface OpenedTable {
  readonly table: Awaited<ReturnType<typeof openTable>>;
  readonly choice: RowChoice;
  readonly rows: readonly FoundRow[];
}

/** An answer, with what its people have now. */
export interface OpenedAnswer {
  readonly answer: Answer;
  readonly opened: OpenedTable | undefined;
  readonly loaded: LoadedPeople;
  readonly matches: Matches;
}

/** An answer, or why there is none. */
type Opening = OpenedAnswer | 'ended' | 'unavailable';

/** Finds what the people of the answer in the URL have, or what everybody else has. */
export const openAnswer: Step<Opening> = async (request, dependencies) => {
  const { query, administrator } = request;
  const owner = ownerOf(request);
  const answer = await dependencies.records.answers.get(owner, query.answer);
  const details = await request.details();
  if (!answer) return 'ended';
  if (!details) return 'unavailable';
  const company = companyOf(request, details);
  if (answer.company === companyOf(request, undefined)) {
    // The user details were not available when the list was sent.
    await dependencies.records.answers.update(owner, query.answer, stored => ({ ...stored, company }));
  } else if (answer.company !== company) return 'ended';
  const loaded = await loadPeople(request, dependencies);
  if (!loaded) return 'unavailable';
  const opened = await openedTable(answer, query);
  const matches =
    answer.direction === 'left'
      ? await findLeavers(loaded, leaversIn(answer, opened), administrator.email)
      : await findOthers(loaded, everybodyIn(answer, opened), administrator.email);
  return { answer, opened, loaded, matches };
};

async function openedTable(
  { found }: Answer,
  query: SignedInRequest['query'],
): Promise<OpenedTable | undefined> {
  if (found.kind !== 'table') return undefined;
  const table = await openTable(found);
  const chosen = (name: string) => (query[name] === '' ? Number.NaN : Number(query[name]));
  const person =
    table.people.find(({ value }) => value === chosen('column'))?.value ?? table.people[0]?.value ?? 0;
  const values = table.valuesOf(chosen('where'), person);
  const where = values.length > 0 ? chosen('where') : undefined;
  const value = typeof query.is === 'string' && query.is.startsWith('=') ? query.is.slice(1) : undefined;
  const choice = { person, where, is: values.find(each => each.value === value)?.value };
  return { table, choice, rows: table.choose(choice) };
}

function leaversIn({ found }: Answer, opened: OpenedTable | undefined): readonly string[] {
  return found.kind === 'table'
    ? (opened?.rows ?? []).map(({ email }) => email)
    : found.people.map(({ email }) => email);
}

function everybodyIn({ found }: Answer, opened: OpenedTable | undefined): ReadonlySet<string> {
  return found.kind === 'table'
    ? (opened?.table.everybody() ?? new Set())
    : new Set(found.people.map(({ email }) => email));
}

/** The people who were selected for a review and no longer have anything. */
export function removedIn({ answer, matches }: OpenedAnswer): ReadonlySet<string> {
  const reviewed = new Set(answer.reviewed);
  return new Set(matches.missing.map(({ email }) => email).filter(email => reviewed.has(email)));
}

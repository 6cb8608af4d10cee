import { type PeopleDirection, peopleDirections } from '../../../shared/leavers';
import { type RemovableKind, removableKinds } from '../../../shared/removals';
import type { LeaversContent } from '../../../views/pages/LeaversPage';
import { chooseColumn, type FoundPeople } from '../../people/answer';
import { EMAIL_LIST_LIMIT } from '../../people/recognize';
import { escapeId } from '../../removals/items';
import { unlessBackendFails } from '../failure';
import { formatCount } from '../figures';
import type { Step } from '../handler';
import { entitiesOf } from '../products';
import { removableLists } from '../removals/lists';
import { companyOf, ownerOf, reviewedItems } from '../removals/owner';
import { answerAddress } from '../removals/terms';
import { assignItems, everybodyElse, listedPeople } from './person';
import { presentAnswer } from './present';
import { problemOf } from './problem';

/** Loads what the people in a stored list have now, or what all others have. */
export const loadAnswer: Step<LeaversContent> = async (request, dependencies) => {
  const { query, administrator } = request;
  const { answers } = dependencies;
  const owner = ownerOf(request);
  const answer = await answers.get(owner, query.answer);
  const current = await request.details();
  if (!answer) return { state: 'ended' };
  if (!current) return { state: 'unavailable' };
  const company = companyOf(request, current);
  if (answer.company === companyOf(request, undefined)) {
    // The user details were not available when the list was sent.
    await answers.compareAndSet(owner, query.answer, stored => ({ ...stored, company }));
  } else if (answer.company !== company) return { state: 'ended' };

  const chosen = answer.direction === undefined ? query.direction : undefined;
  const direction = answer.direction ?? peopleDirections.find(each => each === chosen);
  const { found: sent } = answer;
  const problem = problemOf(sent, direction);
  if ('refused' in sent || problem !== undefined) return presentForm({ direction, problem });
  if (!direction) return presentUndirected(String(query.answer), sent);
  const column = sent.columns.findIndex((_column, index) => String(index) === query.column);
  const list = column < 0 ? sent : chooseColumn(sent, column);
  const toFind = direction === 'left' ? listedPeople(list) : everybodyElse(list, administrator.email);
  const entities = entitiesOf(current);
  const kinds = removableKinds.filter(kind => entities[kind] !== undefined);
  const unchecked = new Set<RemovableKind>();
  const lists = await Promise.all(
    kinds.map(kind => {
      const { fetchItems } = removableLists[kind];
      const fetched = fetchItems(entities[kind] ?? '', administrator.context, dependencies);
      return unlessBackendFails(request.log, fetched);
    }),
  );
  // In this order, whichever backend answers first: people and what they have are listed alike each time.
  for (const [index, kind] of kinds.entries()) {
    const items = lists[index];
    if (items) await assignItems(items, toFind);
    else unchecked.add(kind);
  }
  return presentAnswer({
    ...{ direction, list, kinds, unchecked },
    page: answerAddress({
      answer: query.answer,
      direction: chosen,
      column: column < 0 ? undefined : String(column),
    }),
    column: column < 0 ? undefined : column,
    people: toFind.all(),
    limitPerHour: dependencies.config.removalLimitPerHour,
    reviewed:
      query.review === undefined
        ? undefined
        : new Set(
            (await reviewedItems(request, dependencies)).map(item => `${item.kind} ${escapeId(item.id)}`),
          ),
    selectedGroups: typeof query.select === 'string' ? query.select.split(',') : undefined,
  });
};

/** The empty form, with the reason why the last list cannot be used. */
export function presentForm({
  direction,
  problem,
}: {
  readonly direction?: PeopleDirection | undefined;
  readonly problem?: string | undefined;
} = {}): LeaversContent {
  return { state: 'form', direction, problem, limit: formatCount(EMAIL_LIST_LIMIT) };
}

/** Asks what the form did not say. */
function presentUndirected(answer: string, { addresses }: FoundPeople): LeaversContent {
  const count = formatCount(addresses.length);
  return {
    state: 'undirected',
    answer,
    read: addresses.length === 1 ? '1 address was read.' : `${count} addresses were read.`,
  };
}

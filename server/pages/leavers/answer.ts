import { type RemovableKind, removableKinds } from '../../../shared/removals';
import type { LeaversContent } from '../../../views/pages/LeaversPage';
import type { Dependencies } from '../../dependencies';
import type { SignedInRequest } from '../../http/request';
import { chooseColumn } from '../../people/answer';
import { itemKey } from '../../removals/run-state';
import type { UserDetails } from '../../roles';
import { companyOf, entitiesOf, ownerOf, reviewedItems } from '../removals/owner';
import { fetchList } from '../removals/selection';
import { answerAddress } from '../removals/terms';
import { assignItems, everybodyElse, listedPeople } from './person';
import { presentAnswer } from './present';

/** Loads what the people in a stored list have now, or what all others have. */
export async function loadAnswer(
  request: SignedInRequest,
  details: Promise<UserDetails | undefined>,
  dependencies: Dependencies,
): Promise<LeaversContent> {
  const { query } = request;
  const answer = await dependencies.removals.answers.read(ownerOf(request), query.answer);
  const current = await details;
  if (!answer) return { state: 'ended' };
  if (!current) return { state: 'unavailable' };
  if (answer.company !== companyOf(request, current)) return { state: 'ended' };

  const { direction, people: sent } = answer;
  const { administrator } = request;
  const column = sent.columns.findIndex((_column, index) => String(index) === query.column);
  const list = column < 0 ? sent : chooseColumn(sent, column);
  const toFind = direction === 'left' ? listedPeople(list) : everybodyElse(list, administrator.email);
  const entities = entitiesOf(current);
  const kinds = removableKinds.filter(kind => entities[kind] !== undefined);
  const unchecked = new Set<RemovableKind>();
  await Promise.all(
    kinds.map(async kind => {
      const source = { kind, entityId: entities[kind] ?? '', context: administrator.context };
      const items = await fetchList(request, source, dependencies);
      if (items) await assignItems(kind, items, toFind);
      else unchecked.add(kind);
    }),
  );
  return presentAnswer({
    ...{ direction, list, kinds, unchecked },
    id: String(query.answer),
    page: answerAddress({ answer: query.answer, column: column < 0 ? undefined : String(column) }),
    column: column < 0 ? undefined : column,
    people: toFind.all(),
    reviewed:
      query.review === undefined
        ? undefined
        : new Set((await reviewedItems(request, dependencies)).map(itemKey)),
    selectedGroups: typeof query.select === 'string' ? query.select.split(',') : undefined,
  });
}

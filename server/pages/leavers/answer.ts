import type { UserDetails } from '../../../shared/admin';
import { type RemovableKind, removableKinds } from '../../../shared/removals';
import type { LeaversContent } from '../../../views/pages/LeaversPage';
import type { Dependencies } from '../../dependencies';
import type { SignedInRequest } from '../../http/request';
import { chooseColumn } from '../../people/answer';
import { itemKey } from '../../removals/run-state';
import { companyOf, entitiesOf, ownerOf, reviewedItems } from '../removals/owner';
import { fetchList } from '../removals/selection';
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

  const { columns } = answer.people;
  const column = columns.findIndex((_column, index) => String(index) === query.column);
  const people = column < 0 ? answer.people : chooseColumn(answer.people, column);
  const toFind = answer.direction === 'left' ? listedPeople({ people }) : everybodyElse({ people });
  const entities = entitiesOf(current);
  const kinds = removableKinds.filter(kind => entities[kind] !== undefined);
  const unchecked = new Set<RemovableKind>();
  await Promise.all(
    kinds.map(async kind => {
      const { context } = request.administrator;
      const list = await fetchList(request, { kind, entityId: entities[kind] ?? '', context }, dependencies);
      if (list) await assignItems(kind, list, toFind);
      else unchecked.add(kind);
    }),
  );
  return presentAnswer({
    ...{ id: String(query.answer), direction: answer.direction, people, kinds, unchecked },
    column: column < 0 ? undefined : column,
    persons: toFind.all(),
    reviewed:
      query.review === undefined
        ? undefined
        : new Set((await reviewedItems(request, dependencies)).map(itemKey)),
    selectedGroups: typeof query.select === 'string' ? query.select.split(',') : undefined,
  });
}

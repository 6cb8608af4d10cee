import type { Dependencies } from '../../dependencies';
import { SessionEnded } from '../../errors';
import type { SignedInRequest } from '../../http/request';
import type { RunWork } from '../../removals/run';
import { type Entities, groupByKind, type RemovalItem } from '../../removals/run-state';
import { audit } from '../../telemetry/audit';
import { logFailure } from '../failure';
import { removableLists } from './lists';
import { verdictOf } from './run-outcomes';
import { findListed } from './selection';

/** How many items one audit line names: some log collectors split lines of more than 16 KB. */
const ITEMS_PER_AUDIT_LINE = 100;

/** The calls of a run that this request starts, and their audit lines. */
export function runWork(
  request: SignedInRequest,
  { run, entities }: { readonly run: string; readonly entities: Entities },
  dependencies: Dependencies,
): RunWork {
  const { administrator, session, log, client } = request;
  const { context } = administrator;
  const { userId } = context;
  const sessionId = session.id ?? '';
  const auditItem = ({ kind, id }: RemovalItem, outcome: string) =>
    audit(log, removableLists[kind].list.removable.auditedAs, {
      ...{ userId, run, outcome, client },
      entity: entities[kind],
      item: id,
    });
  return {
    find: items => findListed(request, items, entities, dependencies),
    async remove({ kind, id }) {
      // A run must not outlive the logout of the session that started it (T40).
      if (await dependencies.endedSessions.has(sessionId)) throw new SessionEnded('The session was ended');
      await removableLists[kind].list.removable.remove(entities[kind] ?? '', id, context, dependencies);
    },
    onBegin(items) {
      for (const { kind, items: group } of groupByKind(items)) {
        for (let from = 0; from < group.length; from += ITEMS_PER_AUDIT_LINE) {
          audit(log, 'removal', {
            ...{ userId, run, outcome: 'begins', client },
            entity: entities[kind],
            items: group.slice(from, from + ITEMS_PER_AUDIT_LINE).map(({ id }) => id),
          });
        }
      }
    },
    onResult(result, item, error) {
      if (result.outcome.type === 'failed') {
        logFailure(log, error, 'Failed to remove an item of a bulk removal');
      }
      auditItem(item, result.outcome.type === 'gone' ? 'already gone' : result.outcome.type);
    },
    onSettled: (result, item) =>
      auditItem(item, verdictOf(result) === 'listed' ? 'still listed' : 'no longer listed'),
    onFailure: error => logFailure(log, error, 'Failed to confirm a bulk removal'),
  };
}

import { type ProductKey, productTerms } from '../../../shared/products';
import type { Dependencies } from '../../dependencies';
import { BackendError } from '../../errors';
import { groupByProduct, type ItemGroup, itemKey, type RemovalItem } from '../../removals/items';
import type { CurrentItems, Outcome } from '../../removals/outcomes';
import type { Entities } from '../../session/roles';
import { audit } from '../../telemetry/audit';
import { logFailure } from '../failure';
import type { SignedInRequest } from '../handler';
import { removableItems } from './removable-items';
import { verdictLabels } from './removal-words';

/**
 * Looks for these items in the administrator's lists, as they are now.
 * @throws {BackendError} Thrown when a list cannot be fetched or read.
 */
async function fetchCurrentItems(
  { administrator }: SignedInRequest,
  items: readonly RemovalItem[],
  entities: Entities,
  dependencies: Dependencies,
  changedAt = String(dependencies.now()),
): Promise<CurrentItems> {
  const context = { ...administrator.context, changedAt, bypassCache: true };
  const current = new Map<string, RemovalItem | 'unknown'>();
  const unclaimed: Partial<Record<ProductKey, number>> = {};
  const fetchGroup = async ({ productKey, items: wanted }: ItemGroup, entityId: string) => {
    const ids = new Set(wanted.map(({ id }) => id));
    const list = removableItems(
      productKey,
      await dependencies.backends.products[productKey].stats(entityId, context),
    );
    if (!list) throw new BackendError(productTerms[productKey].messages.unreadable, 'content');
    if (!list.isComplete) for (const item of wanted) current.set(itemKey(item), 'unknown');
    for (const item of await list.filter(({ id }) => ids.has(id))) current.set(itemKey(item), item);
    unclaimed[productKey] = list.unclaimed;
  };
  await Promise.all(
    groupByProduct(items).map(group => {
      const entityId = entities[group.productKey];
      return entityId === undefined ? undefined : fetchGroup(group, entityId);
    }),
  );
  return { items: current, unclaimed };
}

/** How many items one audit line names: some log collectors split lines of more than 16 KB. */
const ITEMS_PER_AUDIT_LINE = 100;

interface AuditedRemoval {
  readonly items: readonly RemovalItem[];
  readonly entities: Entities;
  /** The ID of its job. */
  readonly job?: string;
}

/** The calls of a removal that this request starts, and their audit lines. */
export function removalWork(
  request: SignedInRequest,
  { items, entities, job }: AuditedRemoval,
  dependencies: Dependencies,
) {
  const { administrator, log, client } = request;
  const { context } = administrator;
  const common = { userId: context.userId, job, client };
  return {
    find: (some: readonly RemovalItem[]) => fetchCurrentItems(request, some, entities, dependencies),
    remove: ({ productKey, id }: RemovalItem) =>
      dependencies.backends.products[productKey].send(
        'remove',
        { entityId: entities[productKey] ?? '', id },
        context,
      ),
    onBegin() {
      for (const { productKey, items: group } of groupByProduct(items)) {
        for (let from = 0; from < group.length; from += ITEMS_PER_AUDIT_LINE) {
          const ids = group.slice(from, from + ITEMS_PER_AUDIT_LINE).map(({ id }) => id);
          audit(log, 'removal', { ...common, outcome: 'begins', entity: entities[productKey], items: ids });
        }
      }
    },
    onResult({ productKey, id }: RemovalItem, outcome: Outcome, error: unknown) {
      if (error !== undefined) logFailure(log, error, 'Failed to remove an item of a removal');
      const event = productTerms[productKey].auditedAs;
      audit(log, event, {
        ...common,
        outcome: verdictLabels[outcome.type].toLowerCase(),
        entity: entities[productKey],
        item: id,
      });
    },
    onFailure: (error: unknown) => logFailure(log, error, 'Failed to check a removal'),
  };
}

/** The calls of a removal that its request waits for. The lists that it fetches are cached for the next page. */
export function immediateWork(request: SignedInRequest, removal: AuditedRemoval, dependencies: Dependencies) {
  const { session } = request;
  return {
    ...removalWork(request, removal, dependencies),
    calls: dependencies.removals.calls,
    now: dependencies.now,
    find(some: readonly RemovalItem[]) {
      session.recordChange();
      return fetchCurrentItems(request, some, removal.entities, dependencies, session.changedAt);
    },
  };
}

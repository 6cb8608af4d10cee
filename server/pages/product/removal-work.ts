import { productKeys } from '../../../shared/products';
import type { Dependencies } from '../../dependencies';
import { groupByProduct, type RemovalItem } from '../../removals/items';
import type { CurrentItems, Outcome } from '../../removals/outcomes';
import type { Entities } from '../../session/roles';
import { audit } from '../../telemetry/audit';
import { logFailure } from '../failure';
import type { SignedInRequest } from '../handler';
import { productDefinitions } from './products';
import { fetchCurrentItemsOf } from './removable-items';
import { verdictLabels } from './removal-words';

/**
 * Looks for these items in the administrator's lists, as they are now.
 * @throws {BackendError} Thrown when a list cannot be fetched.
 */
export async function fetchCurrentItems(
  { administrator: { context } }: SignedInRequest,
  items: readonly RemovalItem[],
  entities: Entities,
  dependencies: Dependencies,
  changedAt = String(dependencies.now()),
): Promise<CurrentItems> {
  const listed = await Promise.all(
    productKeys.map(async product => {
      const ids = new Set(items.filter(item => item.product === product).map(({ id }) => id));
      const entityId = entities[product];
      if (ids.size === 0 || entityId === undefined) return undefined;
      return fetchCurrentItemsOf(
        productDefinitions[product],
        ids,
        entityId,
        { ...context, changedAt },
        dependencies,
      );
    }),
  );
  return {
    items: new Map(listed.flatMap(found => [...(found?.items ?? [])])),
    available: Object.assign({}, ...listed.map(found => found?.available)),
  };
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
    remove: ({ product, id }: RemovalItem) =>
      productDefinitions[product].removal.remove(entities[product] ?? '', id, context, dependencies),
    onBegin() {
      for (const { product, items: group } of groupByProduct(items)) {
        for (let from = 0; from < group.length; from += ITEMS_PER_AUDIT_LINE) {
          const ids = group.slice(from, from + ITEMS_PER_AUDIT_LINE).map(({ id }) => id);
          audit(log, 'removal', { ...common, outcome: 'begins', entity: entities[product], items: ids });
        }
      }
    },
    onResult({ product, id }: RemovalItem, outcome: Outcome, error: unknown) {
      if (error !== undefined) logFailure(log, error, 'Failed to remove an item of a removal');
      const event = productDefinitions[product].removal.auditedAs;
      audit(log, event, {
        ...common,
        outcome: verdictLabels[outcome.type].toLowerCase(),
        entity: entities[product],
        item: id,
      });
    },
    onFailure: (error: unknown) => logFailure(log, error, 'Failed to check a removal'),
  };
}

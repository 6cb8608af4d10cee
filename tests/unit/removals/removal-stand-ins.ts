import type { CompanyCalls } from '../../../server/removals/company-calls';
import { createCompanyCalls } from '../../../server/removals/company-calls';
import { itemKey, type RemovalItem } from '../../../server/removals/items';
import type { RunOptions, RunWork } from '../../../server/removals/run';
import type { RunState } from '../../../server/removals/run-state';

/** Returns licenses of different people. */
export function items(count: number): RemovalItem[] {
  return Array.from({ length: count }, (_, index) => ({
    kind: 'license',
    id: `U-${index}`,
    email: `p${index}@acme.example`,
    recentActivity: 0,
    totalActivity: 0,
    isUsed: false,
  }));
}

/** Returns the state of a run before its start. */
export function newRun(of: RemovalItem[], changes: Partial<RunState> = {}): RunState {
  return {
    company: 'acme',
    items: of,
    results: [],
    stage: 'comparing',
    isSeen: false,
    back: '/leads-capture',
    startedBy: 'dana@acme.example',
    entities: { license: 'acme' },
    ...changes,
  };
}

/** A backend that holds its responses until `answer` is called. Removed items are no longer listed. */
export function heldBackend() {
  const waiting: (() => void)[] = [];
  const removed = new Set<string>();
  let started = 0;
  return {
    started: () => started,
    waiting: () => waiting.length,
    answer: () => {
      for (const resolve of waiting.splice(0)) resolve();
    },
    work: {
      ...work,
      find: async of => listed(of.filter(item => !removed.has(item.id))),
      async remove({ id }) {
        started += 1;
        await new Promise<void>(resolve => waiting.push(resolve));
        removed.add(id);
      },
    } satisfies RunWork,
  };
}

export const listed = (of: readonly RemovalItem[]) => ({
  items: new Map(of.map(item => [itemKey(item), item])),
  available: {},
});

/** The work of a run whose backend removes nothing. */
export const work: RunWork = {
  find: async of => listed(of),
  remove: async () => {},
  onBegin() {},
  onResult() {},
  onSettled() {},
  onFailure() {},
};

export function runOptions(changes: Partial<RunOptions> = {}): RunOptions & { companyCalls: CompanyCalls } {
  return {
    companyCalls: createCompanyCalls(),
    now: Date.now,
    abandonAfterMs: 60_000,
    isDraining: () => false,
    isFollowedElsewhere: async () => false,
    ...changes,
  };
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallOutcome } from '../backends/call';

/** Records which backend calls were made for which request. */
export interface BackendCalls {
  /** Runs the work and returns the list to which its calls are added. */
  readonly collect: (work: () => void) => readonly CallOutcome[];
  /** Adds a call to the list of its request. */
  readonly record: (call: CallOutcome) => void;
}

/** Returns a record that tracks requests by AsyncLocalStorage. */
export function createBackendCalls(): BackendCalls {
  const storage = new AsyncLocalStorage<CallOutcome[]>();
  return {
    collect(work) {
      const calls: CallOutcome[] = [];
      storage.run(calls, work);
      return calls;
    },
    record: call => {
      storage.getStore()?.push(call);
    },
  };
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallOutcome } from '../backends/call';

/** Tells which backend calls were made for which request. */
export interface BackendCalls {
  /** Does the work and gives back the list that the calls made for it are put on. */
  readonly collect: (work: () => void) => readonly CallOutcome[];
  /** Puts a call on the list of the request that it was made for. */
  readonly record: (call: CallOutcome) => void;
}

/** Follows requests through everything that is done for them. */
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

import type { Call } from '../../../scripts/sandbox/backend-calls';
import type { FaultInjector } from '../../../scripts/sandbox/fault-injector';

/** Makes a backend hold these calls, of one account or of all. */
export function holdCalls(faults: FaultInjector, call: Call | readonly Call[], of: { email?: string } = {}) {
  const held: (() => void)[] = [];
  faults.on(call, ({ pass }) => void held.push(pass), of);
  return {
    count: () => held.length,
    /** Answers the call that has arrived first. */
    passFirst: () => held.shift()?.(),
    /** Answers all of them, and all later ones. */
    release() {
      faults.on(call, ({ pass }) => pass(), of);
      for (const pass of held.splice(0)) pass();
    },
  };
}

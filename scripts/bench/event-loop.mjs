// Imported into each measured process. Reports event loop delays to the parent process on request, and exits with it.
// Node's histogram records the whole interval between two ticks, including the timer's resolution.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** The resolution in milliseconds; shorter delays are not measured. */
const RESOLUTION = 1;

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  process.on('message', () => {
    process.send?.(delay.max / 1e6 - RESOLUTION);
    delay.reset();
  });
  process.once('disconnect', () => process.exit());
  process.channel?.unref();
}

// Imported into each measured process. On request it reports to its parent how long its event loop was blocked; it
// ends with the parent. Node's histogram holds the whole time between two ticks of a timer, the timer's own included.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds; shorter blocks are not seen. */
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

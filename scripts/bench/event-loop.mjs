// Imported into each measured process. Reports event loop delays, memory and CPU time to the parent process on request, and exits
// with it.
// Node's histogram records the whole interval between two ticks, including the timer's resolution.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** The resolution in milliseconds; shorter delays are not measured. */
const RESOLUTION = 1;

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  const answers = {
    'longest block'() {
      const longest = delay.max / 1e6 - RESOLUTION;
      delay.reset();
      return longest;
    },
    'memory in use': memoryInUse,
    'resident memory': () => process.memoryUsage.rss() / 1024 ** 2,
    'CPU time'() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
  };
  process.on('message', question => process.send?.(answers[question]()));
  process.once('disconnect', () => process.exit());
  process.channel?.unref();
}

/** The memory that is reachable, in bytes: without garbage, and without memory that is kept for later. */
function memoryInUse() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

// Imported into each measured process. Reports its longest turn of the event loop, memory and CPU time to the parent process on
// request, and exits with it.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  // The CPU time of the main thread in microseconds: other programs delay a turn, but do not lengthen it.
  let longest = 0;
  let before = 0;
  const endTurn = () => {
    const { user, system } = process.threadCpuUsage();
    longest = Math.max(longest, user + system - before);
    before = user + system;
  };
  setInterval(endTurn, 1).unref();
  const answers = {
    'longest turn'() {
      endTurn();
      const milliseconds = longest / 1000;
      longest = 0;
      return milliseconds;
    },
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

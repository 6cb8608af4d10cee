// A worker for tests: `formatCsv`, `hang`, `spin` and reading `endless.txt` never finish, `exit` and `crash` end the thread, and all other tasks
// finish immediately.
import { parentPort, threadId } from 'node:worker_threads';

const hang = () => new Promise(() => {});

const tasks = {
  hang,
  spin() {
    for (;;);
  },
  exit: () => process.exit(1),
  crash() {
    setImmediate(() => {
      throw new Error('crashed');
    });
    return hang();
  },
  echo: input => input,
  sleep: milliseconds => new Promise(done => setTimeout(done, milliseconds, 'awake')),
  block: milliseconds => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds),
  exitSoon: () => setImmediate(process.exit, 1) && undefined,
  threadId: () => threadId,
  fail() {
    throw new Error('failed');
  },
  formatCsv: hang,
  parseStats: () => 'answer',
  sortTable: () => 'sorted',
  joinPeople: () => 'joined',
  readList: ({ file }) => (file?.name === 'endless.txt' ? hang() : 'read'),
  compareList: () => 'compared',
};

parentPort.on('message', async ({ name, input }) => {
  try {
    parentPort.postMessage({ output: await tasks[name](input) });
  } catch (error) {
    parentPort.postMessage({ error });
  }
});

// A worker for tests: `formatCsv`, `hang` and `spin` never finish, all other tasks finish immediately.
import { parentPort } from 'node:worker_threads';

const hang = () => new Promise(() => {});

const tasks = {
  hang,
  spin() {
    for (;;);
  },
  echo: input => input,
  fail() {
    throw new Error('failed');
  },
  formatCsv: hang,
  parseScannerStats: () => 'answer',
  sortTable: () => 'sorted',
  joinPeople: () => 'joined',
  readPeople: () => 'found',
};

parentPort.on('message', async ({ name, input }) => {
  try {
    parentPort.postMessage({ output: await tasks[name](input) });
  } catch (error) {
    parentPort.postMessage({ error });
  }
});
parentPort.postMessage('ready');

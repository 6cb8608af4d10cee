// Four kinds of tests, fastest first: units, the app in-process, the built server with a browser without JavaScript, and
// the built server in browsers. The last two need the build (`npm test` makes it). Jest loads everything as
// CommonJS, which is why in server/ only main.ts uses `import.meta`.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
// For the global setup.
import './support/jest/typescript.cjs';

// As in production. React's development build takes a quarter of the route tests' time; the test of `npm run dev` reads
// its warnings.
process.env.NODE_ENV = 'production';

const rootDir = fileURLToPath(new URL('..', import.meta.url));

const kind = (displayName, more = {}) => ({
  displayName,
  rootDir,
  roots: [`<rootDir>/tests/${displayName}`],
  testEnvironment: '<rootDir>/tests/support/jest/environment.cjs',
  runtime: '<rootDir>/tests/support/jest/runtime.cjs',
  transform: {},
  // The default, the temporary folder, is new in each run of `npm test`.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testMatch: ['**/*.test.{ts,tsx}'],
  setupFilesAfterEnv: ['console-guard', 'rejection-guard', 'test-timeout'].map(
    name => `<rootDir>/tests/support/jest/${name}.ts`,
  ),
  ...more,
});

/** Starts the emulator, which takes seconds, for all tests of these kinds. */
const emulator = {
  globalSetup: '<rootDir>/tests/support/jest/emulator-start.ts',
  globalTeardown: '<rootDir>/tests/support/jest/emulator-stop.ts',
};

export default {
  rootDir,
  projects: [...[kind('unit'), kind('routes')], ...[kind('journey', emulator), kind('browser', emulator)]],
  testSequencer: '<rootDir>/tests/support/jest/sequencer.cjs',
  // More than half of the time is spent waiting: for other programs, and for deadlines to pass.
  maxWorkers: 2 * availableParallelism(),
  // A few tests of large lists take more than a gigabyte.
  workerIdleMemoryLimit: '1GB',
  // `npm test` fails if a worker has not exited by then.
  workerGracefulExitTimeout: 10_000 * Number(process.env.TEST_PATIENCE || 1),
};

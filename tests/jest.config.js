// Four kinds of tests, cheapest first: parts, the app in process, the program as it ships with a browser that has no
// JavaScript, and the same in Chromium. The last two need the build (`npm test` makes it). Jest compiles everything
// to CommonJS, which is why `import.meta` stays in server/main.ts alone.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const rootDir = fileURLToPath(new URL('..', import.meta.url));

const transform = {
  '\\.([cm]?js|tsx?)$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
        target: 'es2024',
      },
      module: { type: 'commonjs' },
    },
  ],
};

const kind = (displayName, { setup = [], ...more } = {}) => ({
  displayName,
  rootDir,
  roots: [`<rootDir>/tests/${displayName}`],
  testEnvironment: 'node',
  // Not in the temporary folder, which each run of `npm test` has for itself.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testMatch: ['**/*.test.{ts,tsx}'],
  transform,
  resolver: '<rootDir>/tests/resolver.mjs',
  // These packages ship ES modules only; the last but asks for one.
  transformIgnorePatterns: [
    '/node_modules/(?!(jose|cookie|@?kubernetes-models|@actions|is-cidr|cidr-regex|@opentelemetry/otlp-exporter-base)/)',
  ],
  setupFilesAfterEnv: ['console-guard', 'test-timeout', ...setup].map(
    name => `<rootDir>/tests/support/${name}.ts`,
  ),
  ...more,
});

// In Jest's sandbox, each access to a global is a slow lookup, unless it is a parameter of the module. Some packages that
// unit tests load have variables with these names.
const withGlobals = {
  sandboxInjectedGlobals: [
    'Object',
    'Array',
    'Math',
    'JSON',
    'Symbol',
    'String',
    'Number',
    'Error',
    'Reflect',
  ],
};

// One emulator for all of them: it takes seconds to start.
const withEmulator = {
  globalSetup: '<rootDir>/tests/support/emulator-start.ts',
  globalTeardown: '<rootDir>/tests/support/emulator-stop.ts',
};

const withBrowser = {
  globalSetup: '<rootDir>/tests/support/browser-start.ts',
  globalTeardown: '<rootDir>/tests/support/browser-stop.ts',
};

export default {
  rootDir,
  projects: [
    kind('unit'),
    kind('routes', { ...withGlobals, setup: ['react-build'] }),
    kind('journey', { ...withGlobals, ...withEmulator }),
    kind('browser', { ...withGlobals, ...withBrowser }),
  ],
  // More than half of the time is spent waiting: for other programs, and for deadlines to pass.
  maxWorkers: 2 * availableParallelism(),
  // Jest keeps something of every file that a worker has run; with more of it, garbage collection takes most of the time.
  workerIdleMemoryLimit: '400MB',
};

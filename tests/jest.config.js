// Three kinds of tests, cheapest first. Jest compiles everything to CommonJS, which is why `import.meta` stays
// in server/main.ts alone.
import { fileURLToPath } from 'node:url';

const rootDir = fileURLToPath(new URL('..', import.meta.url));

const transform = {
  '\\.(m?js|tsx?)$': [
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

const kind = (displayName, more = {}) => ({
  displayName,
  rootDir,
  roots: [`<rootDir>/tests/${displayName}`],
  testEnvironment: 'node',
  testMatch: ['**/*.test.{ts,tsx}'],
  transform,
  // These packages ship ES modules only.
  transformIgnorePatterns: ['/node_modules/(?!(jose|cookie|sirv|totalist|@polka)/)'],
  setupFilesAfterEnv: ['<rootDir>/tests/support/console-guard.ts'],
  ...more,
});

export default {
  rootDir,
  projects: [kind('unit'), kind('routes'), kind('browser')],
  testTimeout: 30_000,
};

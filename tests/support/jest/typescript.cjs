// Lets require() load TypeScript and JSX, in Jest and its workers. SWC compiles a file in less than a millisecond, so
// nothing is cached.
const { transformFileSync } = require('@swc/core');

const options = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
    target: 'es2024',
  },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
  swcrc: false,
};

for (const extension of ['.ts', '.tsx']) {
  require.extensions[extension] = (module, path) => {
    module._compile(transformFileSync(path, options).code, path);
  };
}
process.setSourceMapsEnabled(true);

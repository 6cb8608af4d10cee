// Lets require() load TypeScript and JSX, in Jest and its workers. SWC compiles a file in less than a millisecond, so
// nothing is cached.
const { registerHooks } = require('node:module');
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

// The published schemas are packages for bundlers: they have no entry for require(), and import JSON without attributes.
const forBundlers = /^(kubernetes-models|@kubernetes-models|@actions)\//;
registerHooks({
  resolve: (name, context, next) =>
    next(
      name,
      forBundlers.test(name) ? { ...context, conditions: [...context.conditions, 'import'] } : context,
    ),
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});

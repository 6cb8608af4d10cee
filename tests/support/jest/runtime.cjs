// Jest loads each module again for each test file. With this runtime, Node.js loads it once in each worker: packages and
// the portal itself are stateless. The modules in `tests` are not (docs/decisions/0023).
const { createRequire } = require('node:module');
const { resolve, sep } = require('node:path');
const { default: Runtime } = require('jest-runtime');
require('./typescript.cjs');

const testsFolder = resolve(__dirname, '../..') + sep;

module.exports = class NodeRuntime extends Runtime {
  /** Belongs to this test file alone: Node.js keeps a module in memory as long as the one that first required it. */
  #require = createRequire(__filename);

  #loadedBefore = new Set(Object.keys(require.cache));

  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals);
    const filename = this.#require.resolve('@jest/globals');
    const exports = this.jestGlobals.cjsGlobals(this._testPath);
    require.cache[filename] = { id: filename, filename, loaded: true, exports };
  }

  requireInternalModule(path) {
    delete require.cache[path];
    return this.#require(path);
  }

  requireModule(path) {
    return this.#require(path);
  }

  unstable_shouldLoadAsEsm() {
    return false;
  }

  teardown() {
    super.teardown();
    for (const path of Object.keys(require.cache)) {
      if (path.startsWith(testsFolder) && !this.#loadedBefore.has(path)) delete require.cache[path];
    }
  }
};

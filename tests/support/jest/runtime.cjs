// Jest loads each module again for each test file. This runtime lets Node.js load them, which does so once in each worker:
// packages and the portal itself have no state of their own. The modules of `tests` have (docs/decisions/0023).
const { createRequire } = require('node:module');
const { join, sep } = require('node:path');
const { default: Runtime } = require('jest-runtime');
require('./typescript.cjs');

module.exports = class NodeRuntime extends Runtime {
  /** Of this test file alone: Node.js keeps each module for as long as the one that first required it. */
  #require = createRequire(__filename);

  constructor(config, ...rest) {
    super(config, ...rest);
    const tests = join(config.rootDir, 'tests') + sep;
    for (const path of Object.keys(require.cache)) {
      if (path.startsWith(tests) && !path.startsWith(__dirname)) delete require.cache[path];
    }
  }

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
};

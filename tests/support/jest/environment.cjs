// Test files run in Node.js itself instead of a VM context (docs/decisions/0023).
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

module.exports = class NodeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  #before = { env: { ...process.env }, exit: process.exit };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  getVmContext() {
    return null;
  }

  async setup() {
    // Jest maps stack traces of what it has compiled. Node.js maps those of typescript.cjs.
    delete Error.prepareStackTrace;
  }

  /** Removes what Jest and the test file have added to the process. */
  async teardown() {
    this.fakeTimersModern.dispose();
    const { env, exit } = this.#before;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    process.exit = exit;
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (isJestCircusSymbol(symbol)) delete globalThis[symbol];
  }
};

/** Whether a symbol belongs to jest-circus, which is loaded again for each test file. */
const isJestCircusSymbol = symbol =>
  Symbol.keyFor(symbol) === undefined || symbol === Symbol.for('EVENT_HANDLERS');

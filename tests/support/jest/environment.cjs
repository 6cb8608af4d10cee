// Test files run in Node.js itself instead of a VM context (docs/decisions/0023).
const { appendFileSync } = require('node:fs');
const { setTimeout: wait } = require('node:timers/promises');
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

  /** Skips a test that needs a program that this machine does not have, and reports it to `npm test`. */
  handleTestEvent({ name, test }) {
    if (name !== 'test_done') return;
    const [[error] = []] = test.errors;
    const file = process.env.TEST_SKIPPED;
    if (error?.name !== 'MissingProgram' || file === undefined) return;
    appendFileSync(file, `${error.message}\n`);
    test.errors = [];
    test.status = 'skip';
  }

  /** Removes what Jest and the test file have added to the process. */
  async teardown() {
    this.fakeTimersModern.dispose();
    await expectNothingOpen();
    const { env, exit } = this.#before;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    process.exit = exit;
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (isJestCircusSymbol(symbol)) delete globalThis[symbol];
  }
};

/** Servers and processes that a test has started keep its worker from exiting. */
const CLOSED_BY_TESTS = ['TCPServerWrap', 'ProcessWrap'];

const CLOSE_LIMIT_MS = 5000 * Number(process.env.TEST_PATIENCE || 1);

/** @throws {Error} Thrown when the test file has left a server or a process open. */
async function expectNothingOpen() {
  const deadline = Date.now() + CLOSE_LIMIT_MS;
  const open = () => process.getActiveResourcesInfo().filter(kind => CLOSED_BY_TESTS.includes(kind));
  while (open().length > 0 && Date.now() < deadline) await wait(20);
  if (open().length > 0) throw new Error(`The tests have left open: ${open().join(', ')}`);
}

/** Whether a symbol belongs to jest-circus, which is loaded again for each test file. */
const isJestCircusSymbol = symbol =>
  Symbol.keyFor(symbol) === undefined || symbol === Symbol.for('EVENT_HANDLERS');

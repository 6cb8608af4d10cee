import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  describeSkipped,
  installPrograms,
  programNames,
  requireProgram,
} from '../../../scripts/system/programs';
import { temporaryFolder } from '../../support/programs/project';

const before = { ...process.env };
const restored = ['PATH', 'TEST_WITHOUT', 'TEST_SKIPPED', 'CHROMIUM_PATH'] as const;
beforeEach(() => {
  for (const name of restored) delete process.env[name];
});
afterEach(() => {
  for (const name of restored) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});

/** Returns what a test throws that needs this program. */
function missing(name: (typeof programNames)[number]): unknown {
  try {
    requireProgram(name);
    return undefined;
  } catch (error) {
    return error;
  }
}

test('programs that TEST_WITHOUT names are neither installed nor used', () => {
  process.env.PATH = before.PATH;
  process.env.TEST_WITHOUT = ` ${programNames.join(', ')}`;
  expect(installPrograms('.')).toEqual([]);
  for (const name of programNames)
    expect(missing(name)).toMatchObject({ name: 'MissingProgram', message: name });
});

test('a browser that CHROMIUM_PATH names must start', () => {
  process.env.CHROMIUM_PATH = resolve('package.json');
  expect(missing('chromium')).toMatchObject({ name: 'MissingProgram' });
});

describe('a test that fails for lack of a program', () => {
  const NodeEnvironment = createRequire(resolve('package.json'))('./tests/support/jest/environment.cjs');
  const { handleTestEvent } = NodeEnvironment.prototype;
  const outcome = (error: unknown) => ({ status: 'done', errors: [[error, new Error('at')]] });

  test('is skipped, and reported with the program', async () => {
    process.env.TEST_SKIPPED = join(await temporaryFolder(), 'skipped');
    process.env.TEST_WITHOUT = 'nginx,java';
    const skipped = ['nginx', 'java'].map(name => outcome(missing(name as 'nginx' | 'java')));
    const failed = outcome(new Error('nginx'));
    for (const each of [...skipped, failed]) handleTestEvent({ name: 'test_done', test: each });
    expect(skipped).toEqual(skipped.map(() => ({ status: 'skip', errors: [] })));
    expect(failed).toMatchObject({ status: 'done', errors: [[{ message: 'nginx' }, {}]] });
    expect(readFileSync(process.env.TEST_SKIPPED, 'utf8')).toBe('nginx\njava\n');
  });

  test('makes the run fail, and the run says how to install the program, or how to pass without', () => {
    process.env.TEST_WITHOUT = 'redis';
    const { lines, isComplete } = describeSkipped(['webkit', 'java', 'webkit', 'redis']);
    expect(isComplete).toBe(false);
    expect(lines.map(line => line.replace('sudo ', ''))).toEqual([
      '✗ Skipped without java: 1. To install it: apt-get install default-jre-headless',
      '- Skipped without redis, as TEST_WITHOUT says: 1',
      '✗ Skipped without webkit: 2. To install it: apt-get install webkit2gtk-driver xvfb',
      '  To pass without: TEST_WITHOUT=redis,java,webkit npm test',
    ]);
  });

  test('lets the run pass if TEST_WITHOUT names the program', () => {
    process.env.TEST_WITHOUT = 'webkit,java';
    expect(describeSkipped(['webkit', 'webkit']).isComplete).toBe(true);
    expect(describeSkipped([])).toEqual({ lines: [], isComplete: true });
  });
});

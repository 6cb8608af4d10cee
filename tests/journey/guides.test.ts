import { cp, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { follow } from '../support/programs/guide';
import { startProgram } from '../support/programs/program';
import { built, copyProject } from '../support/programs/project';

const GUIDE = 'docs/adding-a-page-or-action.md';

test('what the guide to pages, actions and products prints passes the checks, and its own tests', async () => {
  const project = await copyProject();
  await Promise.all(
    ['biome.json', 'tests', 'docs'].map(name => cp(resolve(name), join(project, name), { recursive: true })),
  );
  const changed = await follow(await readFile(GUIDE, 'utf8'), project);
  const run = async (program: string, ...args: readonly string[]) => {
    const script = join(project, 'node_modules', program);
    const env = { TEST_DIST: built, TEST_PATIENCE: process.env.TEST_PATIENCE ?? '1' };
    const { ended, output, errors } = startProgram([script, ...args], { cwd: project, env });
    return { exitCode: await ended, printed: output() + errors() };
  };
  const checks = await Promise.all([
    run('typescript/bin/tsc', '-b', '.', 'shared', 'client'),
    run('@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', ...changed),
    run('jest/bin/jest.js', '--config', 'tests/jest.config.js', 'tests/routes/(account|passes)'),
  ]);
  expect(checks.filter(({ exitCode }) => exitCode !== 0)).toEqual([]);
  expect(checks.at(-1)?.printed).toMatch(/3 passed, 3 total/);
});

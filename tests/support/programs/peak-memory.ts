import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { readEnvironment, readNodeFlags } from '../../../scripts/image/dockerfile';
import { startProgram } from './program';
import { temporaryFolder, workerFile } from './project';

/**
 * Runs a task with the content of a file in a thread of the build, with the settings of the image. Returns how much memory
 * that adds to the process at most, in MB, and its outcome.
 */
export async function peakMemory(
  task: 'readList' | 'parseStats',
  name: string,
  content: string | Uint8Array,
): Promise<{ readonly added: number; readonly outcome: string }> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, content);
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  const args = ['tests/support/programs/peak-memory.mjs', workerFile, task, path];
  const program = startProgram([...readNodeFlags(dockerfile), ...args], { env: readEnvironment(dockerfile) });
  expect([await program.ended, program.errors()]).toEqual([0, '']);
  return JSON.parse(program.output());
}

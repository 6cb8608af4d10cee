import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** A program that checks the project and reports the result in its exit code. */
export interface Check {
  readonly name: string;
  /** Its script below node_modules/, then its arguments. */
  readonly command: readonly [script: string, ...args: string[]];
}

/** The compiler, for everything; then for shared/ without types of any platform, and for client/ without those of Node. */
export const typeChecks: readonly Check[] = [
  { name: 'Types', command: ['typescript/bin/tsc', '-p', '.'] },
  { name: 'Types of shared', command: ['typescript/bin/tsc', '-p', 'shared'] },
  { name: 'Types of client', command: ['typescript/bin/tsc', '-p', 'client'] },
];

export const lint: Check = { name: 'Lint and format', command: ['@biomejs/biome/bin/biome', 'check'] };

/** Runs a check and prints its output at once. Returns whether it passed. */
export async function passes({ name, command: [script, ...args] }: Check, root: string): Promise<boolean> {
  const program = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      output += text;
    });
  }
  const passed = await new Promise<boolean>(resolve => {
    program.once('close', code => resolve(code === 0));
  });
  console.log(`${passed ? '✓' : '✗'} ${name}`);
  if (output.trim() !== '') console.log(output.trimEnd());
  return passed;
}

import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** A program whose exit code says whether something about the project is in order. */
export interface Check {
  readonly name: string;
  /** Its script below node_modules/, then its arguments. */
  readonly command: readonly [script: string, ...args: string[]];
}

/** The compiler, once for each set of rules: shared/ may know no platform, client/ nothing of Node. */
export const typeChecks: readonly Check[] = [
  { name: 'Types of server, views, scripts and tests', command: ['typescript/bin/tsc', '-p', '.'] },
  { name: 'Types of shared', command: ['typescript/bin/tsc', '-p', 'shared'] },
  { name: 'Types of client', command: ['typescript/bin/tsc', '-p', 'client'] },
];

export const lint: Check = { name: 'Lint and format', command: ['@biomejs/biome/bin/biome', 'check'] };

/** Runs a check and prints what it said, in one piece. True when it found nothing wrong. */
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

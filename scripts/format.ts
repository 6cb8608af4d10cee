import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lint, passes } from './checks';
import { formatLockfile } from './lockfile';

const root = fileURLToPath(new URL('..', import.meta.url));
const lockfile = fileURLToPath(new URL('../package-lock.json', import.meta.url));
writeFileSync(lockfile, formatLockfile(readFileSync(lockfile, 'utf8')));
const format = { name: 'Format', command: [...lint.command, '--write', ...process.argv.slice(2)] } as const;
if (!(await passes(format, root))) process.exitCode = 1;

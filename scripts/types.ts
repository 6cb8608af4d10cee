import { fileURLToPath } from 'node:url';
import { passes, typeChecks } from './checks';

const root = fileURLToPath(new URL('..', import.meta.url));
for (const check of typeChecks) {
  if (!(await passes(check, root))) process.exitCode = 1;
}

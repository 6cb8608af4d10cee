import { join } from 'node:path';
import { build } from './bundle';

await build(join(import.meta.dirname, '..'));

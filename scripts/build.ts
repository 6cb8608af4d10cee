import { join } from 'node:path';
import { build } from './bundle';

const root = join(import.meta.dirname, '..');
await build(root, join(root, 'dist'));

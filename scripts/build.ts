import { join } from 'node:path';
import { build } from './build/bundle';

const root = join(import.meta.dirname, '..');
await build(root, join(root, 'dist'));

import { fileURLToPath } from 'node:url';
import { build } from './bundle';

await build(fileURLToPath(new URL('..', import.meta.url)));

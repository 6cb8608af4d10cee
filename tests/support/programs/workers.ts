import { createWorkers } from '../../../server/workers/workers';
import { atEndOf } from '../end';
import { workerFile } from './project';

const pool = createWorkers(workerFile, () => {});
atEndOf('file', pool.close);

/** Workers of all portals of a test file: a thread takes a tenth of a second to start. */
export const workers = { ...pool, close: async () => {} };

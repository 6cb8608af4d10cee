import { createConcurrencyLimit } from '../concurrency/concurrency-limit';
import { PageError } from '../errors';

export type UploadLimit = ReturnType<typeof createUploadLimit>;

/** How many uploads an administrator may have unanswered at once, in all sessions. */
const UPLOADS_PER_ADMINISTRATOR = 2;

/** How many uploads a process may have unanswered at once. */
const UPLOADS_PER_PROCESS = 8;

/** Retry-After of an upload beyond the limits, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/** Limits the uploads that are not answered yet, because they are held in memory (T61). */
export function createUploadLimit() {
  const beginForAdministrator = createConcurrencyLimit(UPLOADS_PER_ADMINISTRATOR);
  const beginInProcess = createConcurrencyLimit(UPLOADS_PER_PROCESS);
  return {
    /**
     * Counts an upload of an administrator. Returns a function that ends it.
     * @throws {PageError} Thrown when the administrator or the process has too many.
     */
    begin(userId: string): () => void {
      const endForAdministrator = beginForAdministrator(userId);
      const endInProcess = endForAdministrator && beginInProcess('');
      if (!endInProcess) {
        endForAdministrator?.();
        throw new PageError('Too many unfinished uploads', {
          status: 429,
          retryAfter: RETRY_AFTER_SECONDS,
          explanation: 'too many uploads',
        });
      }
      return () => {
        endForAdministrator();
        endInProcess();
      };
    },
  };
}

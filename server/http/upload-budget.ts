import { PageError } from '../errors';

export type UploadBudget = ReturnType<typeof createUploadBudget>;

/** The memory that uploads may take in a process until they are answered, in bytes. */
const BUDGET_BYTES = 32 * 1024 * 1024;

/** How many such uploads a session may have. */
const MAX_UPLOADS_PER_SESSION = 2;

/** Retry-After of an upload beyond the budget, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/** A budget for the uploads that are still arriving (T61). */
export function createUploadBudget() {
  let reservedBytes = 0;
  const uploads = new Map<string, number>();
  return {
    /**
     * Reserves memory for an upload of a session. Returns a function that releases it.
     * @throws {PageError} Thrown when the process has no memory left for it, or the session too many uploads.
     */
    reserve(session: string, bytes: number): () => void {
      const count = uploads.get(session) ?? 0;
      if (count >= MAX_UPLOADS_PER_SESSION || reservedBytes + bytes > BUDGET_BYTES) {
        throw new PageError('Too many unfinished uploads', { status: 429, retryAfter: RETRY_AFTER_SECONDS });
      }
      reservedBytes += bytes;
      uploads.set(session, count + 1);
      return () => {
        reservedBytes -= bytes;
        const others = (uploads.get(session) ?? 1) - 1;
        if (others === 0) uploads.delete(session);
        else uploads.set(session, others);
      };
    },
  };
}

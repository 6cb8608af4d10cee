import { PageError } from '../errors';

export type UploadBudget = ReturnType<typeof createUploadBudget>;

/** The memory that uploads may take in a process until they are answered, in bytes. */
const BUDGET_BYTES = 32 * 1024 * 1024;

/** How many such uploads an administrator may have, in all sessions: two of the largest leave room for others. */
const MAX_UPLOADS_PER_ADMINISTRATOR = 2;

/** Retry-After of an upload beyond the budget, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/** A budget for the uploads that are still arriving (T61). */
export function createUploadBudget() {
  let reservedBytes = 0;
  const uploads = new Map<string, number>();
  return {
    /**
     * Reserves memory for an upload of an administrator. Returns a function that releases it.
     * @throws {PageError} Thrown when the process has no memory left for it, or the administrator too many uploads.
     */
    reserve(userId: string, bytes: number): () => void {
      const count = uploads.get(userId) ?? 0;
      if (count >= MAX_UPLOADS_PER_ADMINISTRATOR || reservedBytes + bytes > BUDGET_BYTES) {
        throw new PageError('Too many unfinished uploads', { status: 429, retryAfter: RETRY_AFTER_SECONDS });
      }
      reservedBytes += bytes;
      uploads.set(userId, count + 1);
      return () => {
        reservedBytes -= bytes;
        const others = (uploads.get(userId) ?? 1) - 1;
        if (others === 0) uploads.delete(userId);
        else uploads.set(userId, others);
      };
    },
  };
}

import { PageError } from '../errors';

export type UploadBudget = ReturnType<typeof createUploadBudget>;

/** The memory that uploads may take in a process until they are answered, in bytes. */
const BUDGET_BYTES = 32 * 1024 * 1024;

/** The part of it that a company may take: two of the largest uploads, which leave room for one of another company. */
const COMPANY_BYTES = 21 * 1024 * 1024;

/** How many such uploads an administrator may have, in all sessions. */
const MAX_UPLOADS_PER_ADMINISTRATOR = 2;

/** Retry-After of an upload beyond the budget, in seconds. */
const RETRY_AFTER_SECONDS = 5;

interface Upload {
  readonly userId: string;
  readonly company: string;
  readonly bytes: number;
}

/** A budget for the uploads that are still arriving (T61). */
export function createUploadBudget() {
  const uploads = new Set<Upload>();
  const bytesOf = (some: readonly Upload[]) => some.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    /**
     * Reserves memory for an upload of an administrator. Returns a function that releases it.
     * @throws {PageError} Thrown when the process or the company has no memory left for it, or the administrator too many uploads.
     */
    reserve(upload: Upload): () => void {
      const all = [...uploads, upload];
      const isTooMuch =
        bytesOf(all) > BUDGET_BYTES ||
        bytesOf(all.filter(({ company }) => company === upload.company)) > COMPANY_BYTES ||
        all.filter(({ userId }) => userId === upload.userId).length > MAX_UPLOADS_PER_ADMINISTRATOR;
      if (isTooMuch) {
        throw new PageError('Too many unfinished uploads', {
          status: 429,
          retryAfter: RETRY_AFTER_SECONDS,
          explanation: 'too many uploads',
        });
      }
      uploads.add(upload);
      return () => uploads.delete(upload);
    },
  };
}

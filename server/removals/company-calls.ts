import { BackendError } from '../errors';
import { createQueue } from '../queue';

/** The maximum number of removal calls in flight for one company, over all its runs and administrators (T59). */
const CALLS_LIMIT = 4;

/** The maximum age of a list that an item is compared with before its call, in milliseconds (T54). */
export const LISTS_MAX_AGE_MS = 1000;

export type CompanyCalls = ReturnType<typeof createCompanyCalls>;

/** One removal, single or in bulk, among those of its company. */
export type CompanyMember = ReturnType<CompanyCalls['join']>;

/** A company in one product's backend, while a removal of it lasts. */
interface Company {
  members: number;
  readonly removals: Map<string, ItemRemoval>;
}

interface ItemRemoval {
  readonly done: Promise<void>;
  /** The position of its end among those of all removals; infinite before. */
  end: number;
}

/** Limits the removal calls of each company in this process, and shares concurrent removals of one item (T59). */
export function createCompanyCalls() {
  const companies = new Map<string, Company>();
  const queue = createQueue({ limitPerKey: CALLS_LIMIT });
  let ends = 0;

  function enter(key: string): Company {
    const company = companies.get(key) ?? { members: 0, removals: new Map() };
    companies.set(key, company);
    company.members++;
    return company;
  }

  return {
    /**
     * Joins the removals of a company, which has a key for each product. Join before fetching the list that a removal
     * relies on: items that another member removes later are then known to be gone.
     */
    join(keys: readonly string[]) {
      const own = new Map(keys.map(key => [key, enter(key)]));
      const joined = ends;
      return {
        /** Makes a call as soon as fewer than CALLS_LIMIT are in flight, unless the signal aborts before. */
        call: <T>(work: () => Promise<T>, signal?: AbortSignal) => queue.run(keys, work, signal),

        /**
         * Removes an item, or shares the removal of another member that is in progress or has ended since this one joined.
         * Resolves with whether the call was shared. A failure of the backend is shared, too.
         */
        async removeOnce(
          key: string,
          id: string,
          remove: () => Promise<void>,
        ): Promise<{ readonly isShared: boolean }> {
          const removals = own.get(key)?.removals ?? new Map<string, ItemRemoval>();
          for (let other = removals.get(id); other && other.end > joined; other = removals.get(id)) {
            try {
              await other.done;
              return { isShared: true };
            } catch (error) {
              if (error instanceof BackendError) throw error;
            }
          }
          const removal: ItemRemoval = { done: remove(), end: Number.POSITIVE_INFINITY };
          removals.set(id, removal);
          try {
            await removal.done;
          } catch (error) {
            removals.delete(id);
            throw error;
          } finally {
            removal.end = ++ends;
          }
          return { isShared: false };
        },

        leave(): void {
          for (const [key, company] of own) {
            company.members--;
            if (company.members === 0) companies.delete(key);
          }
        },
      };
    },
  };
}

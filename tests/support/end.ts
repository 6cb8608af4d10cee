import { afterAll, afterEach } from '@jest/globals';

const work = { test: [] as (() => unknown)[], file: [] as (() => unknown)[] };

/** @throws {AggregateError} Thrown after all of it when some of it has failed. */
async function end(of: keyof typeof work): Promise<void> {
  const errors: unknown[] = [];
  for (let last = work[of].pop(); last; last = work[of].pop()) {
    try {
      await last();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Not everything could be closed');
}

afterEach(() => end('test'));
afterAll(() => end('file'));

/** Closes or removes something at the end of the test, or of all tests of the file: what was opened last comes first. */
export function atEndOf(of: keyof typeof work, close: () => unknown): void {
  work[of].push(close);
}

/** Closes a resource after the test. Returns the resource. */
export function closeAfterTest<T extends { close: () => unknown }>(resource: T): T {
  atEndOf('test', resource.close);
  return resource;
}

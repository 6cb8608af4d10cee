import { jest } from '@jest/globals';

/**
 * Lets no timer keep the process alive until the end of the test. The Firebase SDK's timer of a failed call runs for
 * another 30 s, which Jest would wait for.
 */
export function unrefTimers(): void {
  const { setTimeout: start } = globalThis;
  jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((...timer: Parameters<typeof setTimeout>) => start(...timer).unref());
}

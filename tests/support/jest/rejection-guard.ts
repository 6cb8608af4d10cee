import { afterEach, beforeEach, expect } from '@jest/globals';

// A rejection that is unhandled for one turn ends the portal's process. Jest forgives one that is handled later.
const unhandled: unknown[] = [];
const record = (reason: unknown) => void unhandled.push(reason);

beforeEach(() => void process.on('unhandledRejection', record));

afterEach(() => {
  process.off('unhandledRejection', record);
  expect(unhandled.splice(0)).toEqual([]);
});

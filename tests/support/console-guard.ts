import { afterEach, beforeEach, expect, jest } from '@jest/globals';

// Whatever the code prints while a test runs is a warning nobody would read: it fails the test instead.
const methods = ['log', 'info', 'warn', 'error'] as const;

beforeEach(() => {
  for (const method of methods) jest.spyOn(console, method).mockImplementation(() => {});
});

afterEach(() => {
  const printed = methods.flatMap(method =>
    jest.mocked(console[method]).mock.calls.map(call => [method, ...call]),
  );
  jest.restoreAllMocks();
  expect(printed).toEqual([]);
});

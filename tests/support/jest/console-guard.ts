import { afterEach, beforeEach, expect, jest } from '@jest/globals';

// Console output during a test is an unread warning, so it fails the test.
const methods = ['log', 'info', 'warn', 'error'] as const;

beforeEach(() => {
  for (const method of methods) jest.spyOn(console, method).mockImplementation(() => {});
});

afterEach(() => {
  const printed = methods.flatMap(method =>
    (jest.mocked(console[method]).mock?.calls ?? []).map(call => [method, ...call]),
  );
  jest.restoreAllMocks();
  expect(printed).toEqual([]);
});

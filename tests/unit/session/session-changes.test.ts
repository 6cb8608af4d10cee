import { expect, test } from '@jest/globals';
import { Session } from '../../../server/session/session';

const signedIn = {
  id: 'id',
  idToken: '',
  refreshToken: '',
  openedBy: '',
  openedAt: 0,
  seenAt: 0,
  toasts: [],
};

test('T42: during a bulk removal, the last change of the session is now, so that no older response is reused', () => {
  let now = 100;
  const session = new Session(
    signedIn,
    () => now,
    async () => {},
    {},
  );
  expect(session.changedAt).toBe(0);
  session.recordRun('run', 1000);
  const seen = [100, 500, 1000, 2000].map(time => {
    now = time;
    return session.changedAt;
  });
  expect(seen).toEqual([100, 500, 1000, 1000]);
  expect(session.runId).toBeUndefined();
  now = 600;
  expect(session.runId).toBe('run');
  session.recordRunEnd();
  now = 900;
  expect([session.changedAt, session.runId]).toEqual([600, undefined]);
});

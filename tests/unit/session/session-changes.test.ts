import { expect, test } from '@jest/globals';
import { Session } from '../../../server/session/session';

const signedIn = {
  data: { id: 'id', openedAt: 0, seenAt: 0, toasts: [] },
  credentials: { idToken: '', refreshToken: '', openedBy: '' },
};

test('T42 T58: a session knows when its bulk removal has ended, as the time that all of its requests share', () => {
  let now = 100;
  const session = new Session(
    signedIn,
    () => now,
    async () => {},
    {},
  );
  expect(session.changedAt).toBe(0);
  session.recordChange();
  session.recordJob('job', 1000);
  now = 500;
  expect([session.changedAt, session.jobId]).toEqual([100, 'job']);
  session.recordJobEnd(400);
  session.recordJobEnd(300);
  expect([session.changedAt, session.jobId]).toEqual([400, 'job']);
  session.forgetJob();
  expect([session.changedAt, session.jobId]).toEqual([400, undefined]);
  session.recordJob('another', 1000);
  now = 1000;
  expect(session.jobId).toBeUndefined();
});

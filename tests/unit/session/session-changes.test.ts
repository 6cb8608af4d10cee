import { expect, test } from '@jest/globals';
import { type Decisions, Session } from '../../../server/session/session';

const signedIn = {
  identity: { id: 'id', openedAt: 0 },
  credentials: { idToken: '', refreshToken: '', openedBy: '' },
  claims: undefined,
  notes: new Map(),
};

/** Returns a session, the names of the notes that it has written, and a clock. */
function open() {
  const clock = { now: 100 };
  const written: string[][] = [];
  const session = new Session(signedIn, {
    now: () => clock.now,
    async write(_state, decisions: Decisions) {
      written.push([...decisions].map(([name, note]) => (note ? name : `no ${name}`)));
    },
    keepTokens() {},
    async deny() {},
    isDue: false,
    hasEnded: false,
    isOpened: true,
  });
  return { session, written, clock };
}

test('T42 T58: the end of a bulk removal is a change of its session once, whatever the clock of its replica says', () => {
  const { session, clock } = open();
  const states = () => session.jobs.map(({ id, hasEnded = false }) => [id, hasEnded]);
  expect(session.changedAt).toBe('');
  session.recordChange();
  session.recordJob('job', 'acme', 1000);
  clock.now = 90;
  const before = session.changedAt;
  expect(states()).toEqual([['job', false]]);
  session.recordEndedJob('job', 1000);
  const after = session.changedAt;
  expect(after).not.toBe(before);
  expect(states()).toEqual([['job', true]]);
  session.recordEndedJob('job', 1000);
  // A second click on its button.
  session.recordJob('job', 'acme', 1000);
  expect(states()).toEqual([['job', true]]);
  session.forgetJob('job');
  expect([session.changedAt, ...states()]).toEqual([after]);
  // Another request with the same cookies learns of the same change.
  const other = open();
  other.session.recordChange();
  other.session.recordJob('job', 'acme', 1000);
  other.clock.now = 500;
  other.session.forgetJob('job');
  expect(other.session.changedAt).toBe(after);
  session.recordJob('another', 'acme', 1000);
  clock.now = 1000;
  expect(states()).toEqual([]);
});

test('T70: a session writes only what was decided since it was saved', async () => {
  const { session, written } = open();
  await session.save();
  session.addToast(['licenseRevoked'], 'a');
  session.forgetToasts();
  await session.save();
  expect(written).toEqual([]);
  session.recordLicenseRequest({ productKey: 'card', at: 1 });
  for (const key of ['b', 'c']) session.addToast(['licensesRequested'], key);
  await session.save();
  session.forgetToasts();
  await session.save();
  expect(written).toEqual([
    ['requested.card', 'toast.b', 'toast.c'],
    ['no toast.b', 'no toast.c'],
  ]);
});

test('T70: a session keeps its latest five toasts', async () => {
  const { session, written, clock } = open();
  for (const key of ['a', 'b', 'c', 'd', 'e']) {
    session.addToast(['licensesRequested'], key);
    clock.now++;
  }
  await session.save();
  session.addToast(['licensesRequested'], 'f');
  await session.save();
  expect(written.at(-1)).toEqual(['no toast.a', 'toast.f']);
  expect(session.toasts.map(({ id }) => id)).toEqual([101, 102, 103, 104, 105]);
});

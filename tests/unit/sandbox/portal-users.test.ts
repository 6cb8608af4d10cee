import { expect, test } from '@jest/globals';
import request from 'supertest';
import { as, openSandbox } from './sandbox';

test.each([
  [404, { Email: 'who@tiny.example' }],
  [400, {}],
  [400, { Email: '  ' }],
  [400, { Email: 7 }],
  [400, []],
])('answers %i and sends no sign-in link for %j', async (status, body) => {
  const { app, store } = openSandbox();
  await request(app).post('/api/portalusers/magiclink').send(body).expect(status);
  expect(store.emails()).toEqual([]);
});

test('no sign-in link is sent if the identity provider fails', async () => {
  const { app } = openSandbox({ createMagicLink: () => Promise.reject(new Error('emulator is down')) });
  await request(app)
    .post('/api/portalusers/magiclink')
    .send({ Email: 'ruth@tiny.example' })
    .expect(500, { error: 'Error: emulator is down' });
});

test('user details need a valid token of a portal user', async () => {
  const { app } = openSandbox();
  const details = () => request(app).get('/api/portalusers');
  await details().expect(401, { error: 'invalid token' });
  await details().set(as('invalid')).expect(401);
  await details().set({ authorization: 'Basic a@b' }).expect(401);
  await details().set(as('stranger@tiny.example')).expect(403);
});

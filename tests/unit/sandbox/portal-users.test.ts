import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { as, openSandbox } from './sandbox';

describe('requesting a sign-in link', () => {
  test('puts the link into the inbox of a known address, ignoring case', async () => {
    const { app, store } = openSandbox();
    const response = await request(app)
      .post('/api/portalusers/magiclink')
      .send({ Email: 'RUTH@TINY.example' });
    expect([response.status, response.body]).toEqual([200, {}]);
    expect(store.emails('ruth@tiny.example')).toMatchObject([
      {
        to: 'Ruth@tiny.example',
        subject: 'Your sign-in link',
        link: 'http://portal.example/finishsignup?mode=signIn&email=Ruth@tiny.example',
      },
    ]);
  });

  test('fails for an unknown address, and sends nothing', async () => {
    const { app, store } = openSandbox();
    const response = await request(app)
      .post('/api/portalusers/magiclink')
      .send({ Email: 'who@tiny.example' });
    expect(response.status).toBe(404);
    expect(response.body.error).toContain('unknown user');
    expect(store.emails()).toEqual([]);
  });

  test.each([[{}], [{ Email: '  ' }], [{ Email: 7 }], [[]]])('fails without an address: %j', async body => {
    const { app } = openSandbox();
    await request(app).post('/api/portalusers/magiclink').send(body).expect(400);
  });

  test('fails for a body that is not JSON', async () => {
    const { app } = openSandbox();
    await request(app)
      .post('/api/portalusers/magiclink')
      .set('content-type', 'application/json')
      .send('{')
      .expect(400);
  });

  test('fails if the identity provider fails', async () => {
    const { app } = openSandbox({ createMagicLink: () => Promise.reject(new Error('emulator is down')) });
    const response = await request(app)
      .post('/api/portalusers/magiclink')
      .send({ Email: 'ruth@tiny.example' });
    expect([response.status, response.body]).toEqual([500, { error: 'Error: emulator is down' }]);
  });
});

describe('user details', () => {
  test('contain the name, the company and the products', async () => {
    const { app } = openSandbox();
    const response = await request(app).get('/api/portalusers').set(as('ruth@tiny.example')).expect(200);
    expect(response.body).toEqual({
      name: 'Ruth Adler',
      company: 'Tiny Fair',
      roles: [
        { product: 2, entityId: 'scan-tiny' },
        { product: 3, entityId: 'card-tiny' },
      ],
    });
  });

  test('need a valid token', async () => {
    const { app } = openSandbox();
    const bare = await request(app).get('/api/portalusers');
    expect([bare.status, bare.body]).toEqual([401, { error: 'invalid token' }]);
    await request(app).get('/api/portalusers').set(as('invalid')).expect(401);
    await request(app).get('/api/portalusers').set({ authorization: 'Basic a@b' }).expect(401);
  });

  test('are forbidden for an account that is not a portal user', async () => {
    const { app } = openSandbox();
    await request(app).get('/api/portalusers').set(as('stranger@tiny.example')).expect(403);
  });
});

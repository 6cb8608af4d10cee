import { expect, test } from '@jest/globals';
import request from 'supertest';
import { createHost } from '../../../scripts/sandbox/host';
import { openSandbox } from './sandbox';

function openHost() {
  return createHost(openSandbox().app, (req, res) => res.end(`portal ${req.method} ${req.url}`));
}

test.each(['/', '/login?x=/api/', '/apis', '/sandboxed', '/leads-capture/api/x', '/API'])(
  'the portal handles %s',
  async path => {
    const response = await request(openHost()).get(path).buffer().expect(200);
    expect(response.text ?? String(response.body)).toBe(`portal GET ${path}`);
    expect(response.headers).not.toHaveProperty('x-powered-by');
  },
);

test.each(['/api', '/api/', '/api/nothing', '/api?x', '/ecard-api/nothing', '/sandbox/nothing'])(
  'an unknown path of the sandbox never reaches the portal: %s',
  async path => {
    const response = await request(openHost()).get(path).expect(404);
    expect(response.body).toEqual({ error: 'not found' });
    expect(response.headers).not.toHaveProperty('x-powered-by');
  },
);

test('/sandbox redirects to the inbox', async () => {
  await request(openHost()).get('/sandbox').expect(302).expect('location', '/sandbox/inbox');
});

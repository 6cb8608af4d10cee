import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { freePort } from '../../scripts/ports';
import { serveUntilTestsEnd } from '../support/programs/collector';
import { holdDrain } from '../support/programs/held-drain';
import { environment, runServer } from '../support/programs/server';
import { eventually } from '../support/time/eventually';

// Code that causes an uncaught error.
const uncaughtErrors = {
  'an unhandled rejection': "Promise.reject(new Error('A bug'))",
  'an uncaught exception': "setImmediate(() => { throw new Error('A bug'); })",
  'an unhandled rejection with a string': "Promise.reject('A bug')",
};

test.each(Object.entries(uncaughtErrors))(
  'T35: after %s the server logs it, drains and exits with code 1',
  async (_kind, program) => {
    const port = await freePort();
    const source = encodeURIComponent(`process.on('SIGUSR2', () => { ${program} });`);
    const drain = await holdDrain();
    const server = runServer({
      ...environment(port, 'http://127.0.0.1:9'),
      ...drain.settings,
      NODE_OPTIONS: `${drain.settings.NODE_OPTIONS} --import=data:text/javascript,${source}`,
    });
    await server.prints('"msg":"Listening"');
    const status = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then(answer => answer.status);
    expect(await status('/readyz')).toBe(200);
    server.signal('SIGUSR2');
    await eventually('/readyz answers 503', async () => (await status('/readyz')) === 503);
    expect(await Promise.all(['/healthz', '/login'].map(status))).toEqual([200, 200]);
    await drain.end();
    expect(await server.ended).toBe(1);

    const lines = server
      .output()
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    const fatal = lines.filter(({ level }) => level === 60);
    expect(fatal).toMatchObject([
      {
        msg: 'Uncaught error: draining',
        err: { type: expect.stringMatching(/^(Error|string)$/) },
      },
    ]);
    // A response can be logged after it, when its connection has closed.
    expect(lines.map(({ msg }) => msg)).toContain('Stopped');
    expect(server.errors()).toBe('');
  },
);

test('T32: no connection prevents a server from stopping: idle, answered while draining, or answered late', async () => {
  const called = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const slow = await serveUntilTestsEnd(async (_request, response) => {
    called.resolve();
    await released.promise;
    response.end('{}');
  });
  const port = await freePort();
  const drain = await holdDrain();
  const server = runServer({ ...environment(port, slow), ...drain.settings });
  await server.prints('"msg":"Listening"');

  /** Opens a keep-alive connection and sends a request on it. */
  const open = (...lines: string[]) => {
    const socket = connect(port, '127.0.0.1');
    const send = (...next: string[]) => {
      socket.write(`${next.join('\r\n')}\r\nHost: portal.example\r\nConnection: keep-alive\r\n\r\n`);
    };
    send(...lines);
    let answer = '';
    socket.setEncoding('utf8').on('data', part => {
      answer += part;
    });
    return { send, answer: () => answer, ended: text(socket) };
  };
  const idle = open('GET /login HTTP/1.1');
  const live = open('GET /login HTTP/1.1');
  await eventually('both are answered', async () =>
    [idle, live].every(({ answer }) => answer().includes('</html>')),
  );
  expect(live.answer()).toMatch(/^connection: keep-alive/im);
  const form = 'email=dana@acme.example';
  const late = connect(port, '127.0.0.1');
  late.write(
    `POST /login HTTP/1.1\r\nHost: portal.example\r\nContent-Length: ${form.length}\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\n\r\n${form}`,
  );
  await called.promise;

  server.signal('SIGTERM');
  await server.prints('"msg":"Draining"');
  live.send('GET /login HTTP/1.1');
  const [, second = ''] = (await live.ended).split(/(?<=<\/html>)/);
  expect(second).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(second).toMatch(/^connection: close/im);
  await drain.end();
  await idle.ended;
  released.resolve();
  expect(await text(late)).toMatch(/^HTTP\/1\.1 303 /);
  expect(await server.ended).toBe(0);
});

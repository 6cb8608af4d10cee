import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { securityHeaders } from '../support/data/security-headers';
import type { Program } from '../support/programs/program';
import { startServer } from '../support/programs/server';

const HOST = 'Host: portal.example';
const FORM = 'Content-Type: application/x-www-form-urlencoded';

let server: Program;
let port: number;
beforeAll(async () => {
  ({ server, port } = await startServer());
});

/** Sends these lines on a new connection. Returns everything that the server sends until it closes the connection. */
async function exchange(lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`${lines.join('\r\n')}\r\n`);
  return text(socket);
}

function parse(answer: string) {
  const [head = '', body = ''] = answer.split(/\r\n\r\n(.*)/s);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map(line => {
      const [name = '', value = ''] = line.split(/: *(.*)/s);
      return [name.toLowerCase(), value];
    }),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body };
}

test.each([
  ['a missing Host header', ['GET /login HTTP/1.1', '']],
  ['two Host headers', ['GET /login HTTP/1.1', HOST, 'Host: evil.example', '']],
])('T31: %s gets an error page with the security headers', async (_case, lines) => {
  const answer = await exchange(lines);
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  const { status, headers, body } = parse(answer);
  expect({ status, ...headers }).toMatchObject({ status: 400, ...securityHeaders });
  expect(headers).toMatchObject({
    'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    'cache-control': 'no-store, no-transform',
  });
  expect(load(body)('h1').text()).not.toMatch(/^$|Something went wrong/);
});

test.each([
  ['an invalid request line', 400, ['NONSENSE', '']],
  ['TLS on the HTTP port', 400, ['\x16\x03\x01\x02\x00\x01\x00', '']],
  ['a header without a name', 400, ['GET /login HTTP/1.1', HOST, ': x', '']],
  ['a header with a line break', 400, ['GET /login HTTP/1.1', HOST, 'X: a\rb', '']],
  ['headers of 20 KB', 431, ['GET /login HTTP/1.1', HOST, `Cookie: a=${'x'.repeat(20_000)}`, '']],
  ['a URL of 20 KB', 431, [`GET /login?x=${'x'.repeat(20_000)} HTTP/1.1`, HOST, '']],
  [
    'an invalid Content-Length',
    400,
    ['POST /login HTTP/1.1', HOST, FORM, 'Content-Length: x', '', 'email=a'],
  ],
  [
    'Content-Length and Transfer-Encoding (request smuggling)',
    400,
    [
      'POST /login HTTP/1.1',
      HOST,
      FORM,
      'Content-Length: 6',
      'Transfer-Encoding: chunked',
      '',
      '0',
      '',
      'GET /login HTTP/1.1',
      HOST,
      '',
    ],
  ],
])('T31: %s gets a bare answer, and the connection is closed', async (_case, expected, lines) => {
  const answer = await exchange(lines);
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(parse(answer)).toMatchObject({ status: expected, headers: { connection: 'close' }, body: '' });
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});

test('T31: CONNECT is closed without an answer', async () => {
  expect(await exchange(['CONNECT evil.example:443 HTTP/1.1', HOST, ''])).toBe('');
});

test('T31: an unknown expectation gets 417', async () => {
  const lines = ['POST /login HTTP/1.1', HOST, FORM, 'Expect: miracles', 'Connection: close'];
  expect(parse(await exchange([...lines, 'Content-Length: 0', ''])).status).toBe(417);
});

test('T31: an HTTP/1.0 client without a Host header is answered', async () => {
  const { status, headers, body } = parse(await exchange(['GET /login HTTP/1.0', '']));
  expect({ status, ...headers }).toMatchObject({ status: 200, ...securityHeaders });
  expect(load(body)('h1').text()).not.toBe('');
});

test('T31: a client that sends Expect: 100-continue gets 100 Continue', async () => {
  const lines = ['POST /login HTTP/1.1', HOST, FORM, 'Expect: 100-continue', 'Connection: close'];
  const answer = await exchange([...lines, 'Content-Length: 7', '', 'email=a']);
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
});

test.each([
  ['a fragment', '/login?oobCode=SECRET#SECRET', 200],
  ['a host', 'http://portal.example/login?oobCode=SECRET', 200],
  ['a host and no path', 'http://portal.example?oobCode=SECRET', 302],
  ['a port that is no number', 'http://portal.example:SECRET/login', 200],
  ['a user name with a broken escape', 'http://SECRET%zz@portal.example/login', 200],
  ['a host after two slashes', '//SECRET@portal.example:SECRET/#', 404],
  ['a user name after two slashes', '//SECRET%zz@portal.example/#', 400],
])(
  'T28 T31: a request target with %s is answered, and adds none of its text to the log',
  async (_case, target, expected) => {
    const lines = [`GET ${target} HTTP/1.1`, HOST, 'Connection: close', ''];
    const { status, headers } = parse(await exchange(lines));
    expect({ status, ...headers }).toMatchObject({ status: expected, ...securityHeaders });
    await server.prints(`"reqId":"${headers['x-request-id']}","req"`);
    expect(server.output()).not.toMatch(/SECRET|Node warning/);
  },
);

test("Node's warnings add nothing but lines of JSON to the log", async () => {
  const warn = `process.on('SIGUSR2', () => process.emitWarning('A test', { code: 'TEST' }))`;
  const settings = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(warn)}` };
  const { server: warned } = await startServer({ settings });
  warned.signal('SIGUSR2');
  await warned.prints('"code":"TEST"');
  expect(warned.errors()).toBe('');
  for (const line of warned.output().trimEnd().split('\n')) JSON.parse(line);
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestHandler } from 'express';
import { UPSTREAM_WORDS } from '../../scripts/sandbox/network-faults';
import type { BackendFault } from './portal';

export { UPSTREAM_WORDS };

/** Answers with this status, and words that no page may repeat. */
export function status(code: number): RequestHandler {
  return (_request, response) => {
    response.status(code).json({ error: UPSTREAM_WORDS });
  };
}

/** Answers 200 with this body. */
export function body(text: string, type = 'application/json'): RequestHandler {
  return (_request, response) => {
    response.type(type).send(text);
  };
}

/** Answers 200 with a value as JSON. */
export function json(value: unknown): RequestHandler {
  return body(JSON.stringify(value));
}

const resetsTheConnection: RequestHandler = request => {
  request.socket.destroy();
};

const neverAnswers: RequestHandler = () => {};

/** Begins an answer and never ends it. */
const stallsInTheMiddle: RequestHandler = (_request, response) => {
  response.type('json').write(`{"code":"${UPSTREAM_WORDS}",`);
};

const endsInTheMiddle: RequestHandler = (_request, response) => {
  response.type('json').set('Content-Length', '1000').write('{"code":"ACME');
  setImmediate(() => response.destroy());
};

type Answers = readonly (readonly [how: string, respond: RequestHandler])[];

/** Ways in which a backend says no. */
export const refusals: Answers = [
  ['400', status(400)],
  ['403', status(403)],
  ['404', status(404)],
  ['409', status(409)],
  ['429', status(429)],
  ['500', status(500)],
  ['503', status(503)],
];

/** Ways in which a backend gives an answer that holds nothing usable. */
export const unreadableAnswers: Answers = [
  ['an HTML page', body(`<h1>${UPSTREAM_WORDS}</h1>`, 'html')],
  ['broken JSON', body(`{"code":"${UPSTREAM_WORDS}"`)],
  ['nothing', body('')],
  ['null', body('null')],
  ['a list', json([{ code: UPSTREAM_WORDS }])],
  ['a text', json(UPSTREAM_WORDS)],
  ['half an answer', endsInTheMiddle],
];

export const closedConnection: Answers = [['a closed connection', resetsTheConnection]];

/** Ways in which a backend lets the portal wait until its patience ends. */
export const endlessAnswers: Answers = [
  ['no answer at all', neverAnswers],
  ['an answer that never ends', stallsInTheMiddle],
];

/** What the portal is told of the administrator, in place of what the account holds. */
export function details({ name = 'Dana', company = 'Acme', ...more }: Record<string, unknown>): BackendFault {
  return { match: /^GET \/portalusers$/, respond: json({ name, company, ...more }) };
}

/** The administrator's details cannot be had. */
export const noDetails: BackendFault = { match: /^GET \/portalusers$/, respond: status(500) };

/** Another host, to which a backend may try to send the portal. */
export async function anotherHost() {
  const requests: { url: string | undefined; authorization: string | undefined }[] = [];
  const server = createServer(({ url, headers: { authorization } }, response) => {
    requests.push({ url, authorization });
    response.end('{}');
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirectsThere: RequestHandler = (_request, response) => {
    response.redirect(302, `${origin}/stolen`);
  };
  return { origin, requests, redirectsThere, close: () => new Promise(done => server.close(done)) };
}

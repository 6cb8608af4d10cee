import type { IncomingMessage, ServerResponse } from 'node:http';
import { MEBIBYTE } from '../../shared/units';
import type { Call } from './backend-calls';

/** Text in faulty responses that no page of the portal may show. */
export const UPSTREAM_TEXT = 'upstream secret 4f1c';

/** A call to a backend, as it is passed to a fault. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Whether the connection was used for an earlier call. */
  readonly reused: boolean;
  /** Lets the backend respond. */
  readonly pass: () => void;
  /** Resets the connection, as a backend that crashes does. */
  readonly resetConnection: () => void;
}

/** Responds to a call instead of the backend, or does not respond at all. */
export type Fault = (exchange: Exchange) => void;

const JSON_TYPE = { 'content-type': 'application/json' };

/** Resets the connection before the first byte of the response. */
export const reset: Fault = ({ resetConnection }) => resetConnection();

/** Resets a connection that was used before, like a backend that has just closed its idle connections. */
export const staleConnection: Fault = ({ reused, resetConnection, pass }) =>
  reused ? resetConnection() : pass();

/** Lets the backend carry out the call, and resets the connection instead of responding. */
export const lostResponse: Fault = ({ response, pass, resetConnection }) => {
  response.end = () => {
    resetConnection();
    return response;
  };
  pass();
};

/** Never responds. */
export const hang: Fault = () => {};

/** Sends the headers of a response byte by byte, without end. */
export const trickleHeaders: Fault = ({ request, response }) => {
  request.socket.write(`HTTP/1.1 200 OK\r\nx-text: ${UPSTREAM_TEXT}`);
  every50Ms(response, () => request.socket.write('.'));
};

/** Sends the body of a response byte by byte, without end. */
export const trickle: Fault = ({ response }) => {
  response.writeHead(200, JSON_TYPE).write(`{"code":"${UPSTREAM_TEXT}`);
  every50Ms(response, () => response.write('.'));
};

/** Stops sending in the middle of the body. */
export const stall: Fault = ({ response }) => {
  response.writeHead(200, JSON_TYPE).write(`{"code":"${UPSTREAM_TEXT}",`);
};

/** Resets the connection in the middle of the body. */
export const truncated: Fault = ({ response, resetConnection }) => {
  response
    .writeHead(200, { ...JSON_TYPE, 'content-length': '100000' })
    .write(`{"code":"${UPSTREAM_TEXT}",`, resetConnection);
};

/** Sends an endless body, as fast as it is read. */
export const endless: Fault = ({ response }) => {
  const chunk = Buffer.alloc(MEBIBYTE, ' ');
  const more = () => {
    while (response.write(chunk));
  };
  response.writeHead(200, JSON_TYPE).on('drain', more).write(`{"code":"${UPSTREAM_TEXT}",`);
  more();
};

/** Lets the backend respond after a delay. */
export function latency(milliseconds: number): Fault {
  return ({ response, pass }) => {
    const timer = setTimeout(pass, milliseconds).unref();
    response.once('close', () => clearTimeout(timer));
  };
}

/** Responds with this status. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}): Fault {
  return ({ response }) => {
    response.writeHead(code, { ...JSON_TYPE, ...headers }).end(JSON.stringify({ error: UPSTREAM_TEXT }));
  };
}

/** Redirects the call to this address. */
export function redirect(location: string): Fault {
  return status(302, { location });
}

/** Responds with 200 and this body. */
export function content(
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = JSON_TYPE,
): Fault {
  return ({ response }) => {
    response.writeHead(200, headers).end(body);
  };
}

/** Responds with 200 and this value as JSON. */
export function json(value: unknown): Fault {
  return content(JSON.stringify(value));
}

/** Responds with 200 and an HTML page. */
export const html = content(`<!doctype html><h1>${UPSTREAM_TEXT}</h1>`, { 'content-type': 'text/html' });

export const empty = content('');

export const brokenJson = content(`{"code":"${UPSTREAM_TEXT}","userStats":[`);

/** Names a content encoding that was not requested, and that the body does not have. */
export const wrongGzip = content(Buffer.from([0x1f, 0x8b, 8, 0, 0x7b, 0x7d]), {
  ...JSON_TYPE,
  'content-encoding': 'gzip',
});

type Row = Readonly<Record<string, unknown>>;

function row(id: string, change: Row = {}): Row {
  const statistics = { leadsLast30Days: 1, leadsTotal: 2, activitiesLast30Days: 1, activitiesTotal: 2 };
  return { appId: id, code: id, email: `${id}@odd.example`, name: `Name of ${id}`, ...statistics, ...change };
}

/** Responds with statistics that are valid for either product, with these rows. */
function statistics(userStats: unknown, change: Row = {}): Fault {
  return json({ code: 'ODD-1', licencesPurchased: 9, licencesClaimed: 3, userStats, ...change });
}

/** Omits the list of rows. */
export const noUserStats = statistics(undefined);

/** Counts that are text, negative or objects. */
export const invalidCounts = statistics(
  [
    row('odd-1', { leadsTotal: '41', activitiesTotal: '41' }),
    row('odd-2', { leadsTotal: -7, activitiesTotal: -7 }),
    row('odd-3', { leadsTotal: [], activitiesTotal: {} }),
  ],
  { licencesPurchased: '12', licencesClaimed: -3 },
);

export const duplicateIds = statistics([
  row('odd-1'),
  row('odd-1', { email: 'twin@odd.example' }),
  row('odd-2'),
]);

/** A valid row, and one whose name and email have a million characters each. */
export const hugeName = statistics([
  row('odd-1'),
  row('odd-2', { name: 'n'.repeat(MEBIBYTE), email: `${'e'.repeat(MEBIBYTE)}@odd.example` }),
]);

/** One valid row among values that are not rows. */
export const badRows = statistics([
  null,
  7,
  'text',
  [],
  row('odd-1'),
  {},
  { appId: {}, code: [], email: { a: 1 }, name: true },
]);

/** Nulls for counts and lists, fields left out, and a field that the portal does not know. */
export const sparse = json({
  code: null,
  licencesPurchased: 3,
  licencesClaimed: null,
  leadsTotal: null,
  integrations: null,
  userStats: [
    { appId: 'SP-1', code: 'sp1', email: 'only.this@sparse.example' },
    { appId: 'SP-2', code: 'sp2', email: null, leadsTotal: null },
    { appId: 'SP-3', code: 'sp3' },
  ],
  region: 'eu-north',
});

type Group = Readonly<Record<string, readonly [title: string, fault: Fault]>>;

/** The faults that can be chosen at /sandbox/faults, by their groups and names. A title completes 'the backend …'. */
export const offeredFaults: Readonly<Record<string, Group>> = {
  Connection: {
    latency: ['answers after 3 seconds', latency(3000)],
    reset: ['resets the connection', reset],
    stale: ['resets connections that were idle', staleConnection],
    lost: ['carries out the call, but loses the response', lostResponse],
    hang: ['never answers', hang],
    trickle: ['sends the body byte by byte', trickle],
    'trickle-headers': ['sends the headers byte by byte', trickleHeaders],
    stall: ['stops in the middle of the body', stall],
    truncated: ['sends half a body', truncated],
    endless: ['sends a body without end', endless],
    redirect: ['redirects to another host', redirect('http://other.invalid/')],
  },
  Status: {
    ...Object.fromEntries(
      [400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504].map(code => [
        code,
        [`answers ${code}`, status(code)] as const,
      ]),
    ),
    '503-retry-after': ['answers 503 with Retry-After: 120', status(503, { 'retry-after': '120' })],
  },
  Content: {
    html: ['answers with an HTML page', html],
    empty: ['answers with an empty body', empty],
    broken: ['answers with broken JSON', brokenJson],
    gzip: ['names gzip, but does not compress the body', wrongGzip],
    null: ['answers null', json(null)],
    list: ['answers with a list', json([])],
    text: ['answers with a string', json('text')],
    sparse: ['leaves fields out', sparse],
    'no-rows': ['leaves the list out', noUserStats],
    counts: ['sends counts that are not numbers', invalidCounts],
    duplicates: ['sends an ID twice', duplicateIds],
    huge: ['sends a name of a million characters', hugeName],
    'bad-rows': ['sends invalid rows', badRows],
  },
};

export const everyOfferedFault = Object.values(offeredFaults)
  .flatMap(Object.entries<Group[string]>)
  .map(([name, [title, fault]]) => ({ name, title, fault }));

/** The faults of the accounts that show a failing state from the start. */
export const accountFaults: Readonly<Record<string, Partial<Record<Call, Fault>>>> = {
  'sparse@faults.example': { scannerStats: sparse, ecardStats: sparse },
  'scanner-down@faults.example': { scannerStats: status(500) },
  'cards-down@faults.example': { ecardStats: status(500) },
  'actions-down@faults.example': {
    scannerTopUp: status(500),
    scannerRevoke: status(500),
    ecardTopUp: status(500),
    ecardClear: status(500),
    ecardExport: status(500),
  },
  'users-down@faults.example': { portalUsers: status(500) },
  'mail-down@faults.example': { magicLink: status(500) },
  'slow@faults.example': { scannerStats: latency(4000), ecardStats: latency(4000) },
  'hanging@faults.example': { scannerStats: hang, ecardClear: hang },
};

/** Runs `work` every 50 ms until the connection closes. */
function every50Ms(response: ServerResponse, work: () => void): void {
  const timer = setInterval(work, 50).unref();
  response.once('close', () => clearInterval(timer));
}

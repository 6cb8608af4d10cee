import type { IncomingMessage, ServerResponse } from 'node:http';

/** Words of a faulty backend. No page of the portal may repeat them. */
export const UPSTREAM_WORDS = 'upstream secret 4f1c';

/** A call on its way to a backend, in the hands of a fault. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Whether the connection has carried a call before. */
  readonly reused: boolean;
  /** Lets the backend answer after all. */
  readonly pass: () => void;
  /** Ends the connection in the middle of things, as a backend that dies. */
  readonly breakOff: () => void;
}

/** What becomes of a call in place of an answer. */
export type NetworkFault = (exchange: Exchange) => void;

const MEBIBYTE = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Breaks the connection before a byte of the answer. */
export const reset: NetworkFault = ({ breakOff }) => breakOff();

/** Breaks connections that have carried a call before, as a backend that is just closing the idle ones. */
export const staleConnection: NetworkFault = ({ reused, breakOff, pass }) => (reused ? breakOff() : pass());

/** Lets the backend do what it is asked, and breaks the connection when it is about to say so. */
export const lostAnswer: NetworkFault = ({ response, pass, breakOff }) => {
  response.end = () => {
    breakOff();
    return response;
  };
  pass();
};

/** Takes the call and says nothing. */
export const hang: NetworkFault = () => {};

/** Begins the head of an answer, sends a byte of it now and then, and never comes to its end. */
export const trickleInTheHead: NetworkFault = ({ request, response }) => {
  request.socket.write(`HTTP/1.1 200 OK\r\nx-words: ${UPSTREAM_WORDS}`);
  nowAndThen(response, () => request.socket.write('.'));
};

/** Sends a byte of the answer now and then, and never comes to its end. */
export const trickle: NetworkFault = ({ response }) => {
  response.writeHead(200, JSON_TYPE).write(`{"code":"${UPSTREAM_WORDS}`);
  nowAndThen(response, () => response.write('.'));
};

/** Stops in the middle of the answer. */
export const stall: NetworkFault = ({ response }) => {
  response.writeHead(200, JSON_TYPE).write(`{"code":"${UPSTREAM_WORDS}",`);
};

/** Announces more than it sends, and breaks the connection. */
export const truncated: NetworkFault = ({ response, breakOff }) => {
  response
    .writeHead(200, { ...JSON_TYPE, 'content-length': '100000' })
    .write(`{"code":"${UPSTREAM_WORDS}",`, breakOff);
};

/** Sends as fast as it can for as long as somebody reads. */
export const endless: NetworkFault = ({ response }) => {
  const chunk = Buffer.alloc(MEBIBYTE, ' ');
  const more = () => {
    while (response.write(chunk));
  };
  response.writeHead(200, JSON_TYPE).on('drain', more).write(`{"code":"${UPSTREAM_WORDS}",`);
  more();
};

/** Lets the backend answer, later. */
export function latency(milliseconds: number): NetworkFault {
  return ({ response, pass }) => {
    const timer = setTimeout(pass, milliseconds).unref();
    response.once('close', () => clearTimeout(timer));
  };
}

/** Answers with a status and nothing that the portal may repeat. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}): NetworkFault {
  return ({ response }) => {
    response.writeHead(code, { ...JSON_TYPE, ...headers }).end(JSON.stringify({ error: UPSTREAM_WORDS }));
  };
}

/** Sends the portal somewhere else. */
export function redirect(location: string): NetworkFault {
  return status(302, { location });
}

/** Answers 200 with this. */
export function content(
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = JSON_TYPE,
): NetworkFault {
  return ({ response }) => {
    response.writeHead(200, headers).end(body);
  };
}

/** Answers 200 with this as JSON. */
export function json(value: unknown): NetworkFault {
  return content(JSON.stringify(value));
}

/** Answers with a page. */
export const html = content(`<!doctype html><h1>${UPSTREAM_WORDS}</h1>`, { 'content-type': 'text/html' });

export const empty = content('');

export const brokenJson = content(`{"code":"${UPSTREAM_WORDS}","userStats":[`);

/** Claims to be packed, which nobody has asked for, and is not. */
export const falseGzip = content(Buffer.from([0x1f, 0x8b, 8, 0, 0x7b, 0x7d]), {
  ...JSON_TYPE,
  'content-encoding': 'gzip',
});

type Row = Readonly<Record<string, unknown>>;

/** A row that either product's list can hold: its id, and somebody who uses it. */
function row(id: string, change: Row = {}): Row {
  const statistics = { leadsLast30Days: 1, leadsTotal: 2, activitiesLast30Days: 1, activitiesTotal: 2 };
  return { appId: id, code: id, email: `${id}@odd.example`, name: `Name of ${id}`, ...statistics, ...change };
}

/** Answers with the statistics of either product, with these rows. */
function statistics(userStats: unknown, change: Row = {}): NetworkFault {
  return json({ code: 'ODD-1', licencesPurchased: 9, licencesClaimed: 3, userStats, ...change });
}

/** Statistics without the list of what is in use. */
export const noUserStats = statistics(undefined);

/** Numbers as text, below 0, and not even text. */
export const oddCounts = statistics(
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

/** One name and one e-mail of a million letters, beside a row that is as it should be. */
export const hugeName = statistics([
  row('odd-1'),
  row('odd-2', { name: 'n'.repeat(MEBIBYTE), email: `${'e'.repeat(MEBIBYTE)}@odd.example` }),
]);

/** Rows that are no rows, around one that is. */
export const badRows = statistics([
  null,
  7,
  'text',
  [],
  row('odd-1'),
  {},
  { appId: {}, code: [], email: { a: 1 }, name: true },
]);

/** Does something every 50 ms for as long as the connection is open. */
function nowAndThen(response: ServerResponse, work: () => void): void {
  const timer = setInterval(work, 50).unref();
  response.once('close', () => clearInterval(timer));
}

import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { paths } from '../../shared/paths';

/** Statuses of the balancer, which the portal never sends. */
const REPLICA_FAILED = 520;
const NO_REPLICA = 521;

const CHECK_INTERVAL_MS = 500;
const CHECK_TIMEOUT_MS = 2000;

interface Replica {
  readonly port: number;
  readonly agent: Agent;
  ready: boolean;
}

// A load balancer like a cloud platform's: it keeps connections open, distributes requests to the replicas whose /readyz
// answers 200, and never retries, so that every failure of a replica reaches the client.
const replicas = (process.env.REPLICAS ?? '')
  .split(',')
  .map((port): Replica => ({ port: Number(port), agent: new Agent({ keepAlive: true }), ready: false }));
let turn = 0;

for (const replica of replicas) void check(replica);

const server = createServer((incoming, response) => {
  const ready = replicas.filter(replica => replica.ready);
  const replica = ready[turn++ % ready.length];
  if (replica) forward(replica, incoming, response);
  else response.writeHead(NO_REPLICA).end();
});
server.keepAliveTimeout = 10 * 60_000;
server.requestTimeout = 0;
// The connections of a spike arrive at once. Connections beyond the backlog are retried by the kernel seconds later.
server.listen({ port: Number(process.env.PORT), backlog: 4096 });

function forward({ port, agent }: Replica, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url: path } = incoming;
  const outgoing = request({ port, agent, method, path, headers: withoutConnection(incoming.headers) });
  outgoing.on('response', answer => {
    response.writeHead(answer.statusCode ?? REPLICA_FAILED, withoutConnection(answer.headers));
    pipeline(answer, response, () => {});
  });
  outgoing.on('error', error => {
    if (response.headersSent || response.destroyed) response.destroy();
    else response.writeHead(REPLICA_FAILED).end(error.message);
  });
  response.on('close', () => {
    if (!response.writableFinished) outgoing.destroy();
  });
  incoming.pipe(outgoing);
}

function withoutConnection({
  connection,
  'keep-alive': keepAlive,
  'transfer-encoding': encoding,
  ...rest
}: IncomingMessage['headers']) {
  return rest;
}

async function check(replica: Replica): Promise<never> {
  const address = `http://localhost:${replica.port}${paths.readyz}`;
  for (;;) {
    replica.ready = await fetch(address, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }).then(
      ({ ok }) => ok,
      // In a spike all replicas are slow; removing them would leave none.
      ({ name }) => name === 'TimeoutError' && replica.ready,
    );
    await wait(CHECK_INTERVAL_MS);
  }
}

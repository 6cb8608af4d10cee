import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { paths } from '../../shared/paths';
import { NO_REPLICA, REPLICA_FAILED } from './statuses';

/** How often replicas are asked whether they take traffic, and how long they may take to say so, in milliseconds. */
const INTERVAL = 500;
const PATIENCE = 2000;

interface Replica {
  readonly port: number;
  readonly agent: Agent;
  ready: boolean;
}

// A balancer as platforms have them: it keeps connections open, gives requests in turn to those that say at /readyz
// that they take traffic, and never sends a request twice. So every failure of a replica reaches who asked.
const replicas = (process.env.REPLICAS ?? '')
  .split(',')
  .map((port): Replica => ({ port: Number(port), agent: new Agent({ keepAlive: true }), ready: false }));
let turn = 0;

for (const replica of replicas) look(replica);

const server = createServer((incoming, response) => {
  const replica = nextReady();
  if (replica) pass(replica, incoming, response);
  else response.writeHead(NO_REPLICA).end();
});
server.keepAliveTimeout = 10 * 60_000;
server.requestTimeout = 0;
// A spike's connections come at once; what does not find room would be tried again by the system, seconds later.
server.listen({ port: Number(process.env.PORT), backlog: 4096 }, () => console.log('ready'));

function nextReady(): Replica | undefined {
  const ready = replicas.filter(replica => replica.ready);
  turn++;
  return ready[turn % ready.length];
}

function pass({ port, agent }: Replica, incoming: IncomingMessage, response: ServerResponse): void {
  const outgoing = request({
    port,
    agent,
    method: incoming.method,
    path: incoming.url,
    headers: withoutConnection(incoming.headers),
  });
  outgoing.on('response', answer => {
    response.writeHead(answer.statusCode ?? REPLICA_FAILED, withoutConnection(answer.headers));
    // Whichever side breaks, the other one is told.
    pipeline(answer, response, () => {});
  });
  outgoing.on('error', error => {
    if (response.headersSent || response.destroyed) response.destroy();
    else response.writeHead(REPLICA_FAILED, { 'Content-Type': 'text/plain' }).end(error.message);
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

function look(replica: Replica): void {
  const again = () => setTimeout(look, INTERVAL, replica);
  const question = request({ port: replica.port, path: paths.readyz, agent: false, timeout: PATIENCE });
  question.on('response', answer => {
    replica.ready = answer.statusCode === 200;
    answer.resume().on('close', again);
  });
  // Under a spike all are late. To take them out for it would leave nobody.
  question.on('timeout', () => question.destroy(new Error('late')));
  question.on('error', error => {
    if (error.message !== 'late') replica.ready = false;
    again();
  });
  question.end();
}

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Checked one by one: some systems can bind 0.0.0.0 while 127.0.0.1 is in use, and vice versa.
const hosts = ['127.0.0.1', '0.0.0.0', '::1', '::'];

/** The error code of listening there, such as EADDRINUSE or EACCES; undefined if it is possible. */
const problemOf = (port: number, host: string): Promise<string | undefined> =>
  new Promise(resolve => {
    const server = createServer();
    server.once('error', ({ code = '' }: NodeJS.ErrnoException) => {
      // Without IPv6, the port is free there, too.
      resolve(code === 'EAFNOSUPPORT' || code === 'EADDRNOTAVAIL' ? undefined : code);
    });
    server.listen({ port, host, exclusive: true, ipv6Only: host.includes(':') }, () => {
      server.close(() => resolve(undefined));
    });
  });

/**
 * Whether we can listen on this TCP port on every interface of this machine. The package `get-port` would also call ports
 * taken that it has found itself in the last 15 seconds, and finds none below 1024.
 */
export const isFree = async (port: number): Promise<boolean> => (await problemOfPort(port)) === undefined;

/** The error code of listening on this TCP port on any interface of this machine; undefined if the port is free. */
export async function problemOfPort(port: number): Promise<string | undefined> {
  for (const host of hosts) {
    const problem = await problemOf(port, host);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Longer than a program takes from its start until it listens. */
const RESERVED_MS = 60_000;

/**
 * Reserves a TCP port by holding the UDP port of the same number, which only one program at a time can have, and which the
 * system frees if that program is killed.
 */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  const bound = once(socket, 'listening').then(
    () => true,
    () => false,
  );
  socket.bind({ port, address: '127.0.0.1', exclusive: true });
  if (!(await bound)) return false;
  setTimeout(() => socket.close(), RESERVED_MS).unref();
  return true;
}

/**
 * A free TCP port for a program that listens on it within a minute. No two calls get the same port, in any process. It is
 * below the ephemeral range, and above 10080, the last port that `fetch` and browsers block
 * (https://fetch.spec.whatwg.org/#port-blocking).
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 11_000 + Math.floor(Math.random() * 19_000);
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
}

/**
 * The first free TCP port from `from` upwards. It is not reserved: listen on it soon.
 * @throws {Error} Thrown when no port up to 65535 is free.
 */
export async function findFreePort(from: number): Promise<number> {
  for (let port = from; port <= 65_535; port++) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No TCP port from ${from} to 65535 is free.`);
}

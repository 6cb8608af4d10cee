import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { findFreePort } from '../../scripts/ports';

/**
 * Returns a free port for a program that listens on it later. The port is random and below the ephemeral range, so that it
 * is unlikely to be taken in between, and above 10080, the last port that `fetch` and browsers block
 * (https://fetch.spec.whatwg.org/#port-blocking).
 */
export function freePort(): Promise<number> {
  return findFreePort(11_000 + Math.floor(Math.random() * 19_000));
}

/** Makes a server listen on a free port, and returns the port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

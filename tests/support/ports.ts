import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { findFreePort } from '../../scripts/ports';

/**
 * A port for a program that will take a while to listen on it. It lies below those that the system gives to
 * outgoing connections, and somewhere else each time, so that nobody takes it in between; and above 10080, the last
 * one that `fetch` and browsers refuse (https://fetch.spec.whatwg.org/#port-blocking).
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

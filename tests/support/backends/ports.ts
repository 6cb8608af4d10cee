import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Makes a server listen, on a free port by default, and returns the port. */
export async function listen(server: Server & { keepAliveTimeout?: number }, port = 0): Promise<number> {
  // A client whose timers are late would send its next request while the server closes the connection.
  if (server.keepAliveTimeout !== undefined) server.keepAliveTimeout = 0;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

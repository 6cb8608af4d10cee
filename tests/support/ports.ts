import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** A port that is free now. The system gives each caller another one, so that tests do not meet on it. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}

/** Makes a server listen on some free port of this machine, and tells which. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

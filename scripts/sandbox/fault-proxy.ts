import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a backend is reached, and where it can be out of reach. */
export interface FaultProxy {
  readonly origin: string;
  /** Ends every connection and takes no new one. */
  readonly refuse: () => Promise<void>;
  /** Is there again, at the same port. */
  readonly accept: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Serves a backend on a port of its own. */
export async function startFaultProxy(backend: RequestListener): Promise<FaultProxy> {
  const server = createServer(backend);

  async function open(port: number): Promise<number> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }
  async function close(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  const port = await open(0);
  return {
    origin: `http://127.0.0.1:${port}`,
    refuse: close,
    accept: async () => void (await open(port)),
    close,
  };
}

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { listen } from './ports';

/** A backend on its own port. */
export interface BackendServer {
  readonly origin: string;
  /** Closes every connection and refuses new ones. */
  readonly refuse: () => Promise<void>;
  /** Listens again, on the same port. */
  readonly accept: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Serves a backend on a free port. */
export async function startBackendServer(backend: RequestListener): Promise<BackendServer> {
  const server = createServer(backend);

  async function close(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    refuse: close,
    accept: async () => void (await listen(server, port)),
    close,
  };
}

/** Starts another host, to which a backend tries to redirect the portal. Records the requests that it receives. */
export async function startOtherHost() {
  const requests: string[] = [];
  const { origin, close } = await startBackendServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.end('{}');
  });
  return { origin, requests, close };
}

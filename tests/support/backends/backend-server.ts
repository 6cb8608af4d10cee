import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { listen } from './ports';

/** Serves a backend on a free port. */
export async function startBackendServer(backend: RequestListener) {
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
    /** Closes every connection and refuses new ones. */
    refuse: close,
    /** Listens again, on the same port. */
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

import { createServer } from 'node:net';

// Each is asked on its own: some systems let 0.0.0.0 be taken while 127.0.0.1 is in use, and the other way round.
const hosts = ['127.0.0.1', '0.0.0.0', '::1', '::'];

const canListen = (port: number, host: string): Promise<boolean> =>
  new Promise(resolve => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      // A machine without IPv6 has nobody on that side either.
      resolve(error.code === 'EAFNOSUPPORT' || error.code === 'EADDRNOTAVAIL');
    });
    server.listen({ port, host, exclusive: true, ipv6Only: host.includes(':') }, () => {
      server.close(() => resolve(true));
    });
  });

/** Whether nobody listens on this TCP port, on any interface of this machine, and we may. */
export async function isFree(port: number): Promise<boolean> {
  for (const host of hosts) {
    if (!(await canListen(port, host))) return false;
  }
  return true;
}

/**
 * The first free TCP port from `from` upwards. It is free now, not reserved: listen on it soon.
 * Thrown when no port up to 65535 is free: an Error that says so.
 */
export async function findFreePort(from: number): Promise<number> {
  for (let port = from; port <= 65_535; port++) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No TCP port from ${from} to 65535 is free.`);
}

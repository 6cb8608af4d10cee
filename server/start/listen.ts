import { once } from 'node:events';
import type { Server } from 'node:http';
import { ConfigError } from '../config';

interface Address {
  readonly port: number | undefined;
  /** All addresses of the machine by default. */
  readonly host?: string;
  readonly backlog?: number;
}

/**
 * Resolves when a server listens.
 *
 * @throws {ConfigError} Thrown when it cannot. The message names the variable: `names` has the variables of the port and the
 * host.
 */
export async function listen(
  server: Server,
  { port, host, backlog }: Address,
  names: Readonly<Record<'port' | 'host', string>>,
) {
  try {
    // Without a host, Node listens on IPv4 and IPv6, or on IPv4 alone on a machine without IPv6, where :: fails.
    await once(server.listen({ port, backlog, host: host === '::' ? undefined : host }), 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new ConfigError([`${names.port}: is in use by another program`]);
    if (code === 'EACCES') throw new ConfigError([`${names.port}: is a port that only root may use`]);
    if (['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code ?? ''))
      throw new ConfigError([`${names.host}: is not an address of this machine`]);
    throw error;
  }
}

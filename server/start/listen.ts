import { once } from 'node:events';
import type { Server } from 'node:http';
import type { ListenOptions } from 'node:net';
import { ConfigError } from '../config';

/**
 * Resolves when a server listens, without a host on all addresses of the machine.
 *
 * @throws {ConfigError} Thrown when it cannot. The message names the variable: `names` has the variables of the port and the
 * host.
 */
export async function listen(
  server: Server,
  { port, host, backlog }: ListenOptions,
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

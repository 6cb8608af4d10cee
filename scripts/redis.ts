import { installFromDebian, possiblePaths, starts } from './programs';

/** Valkey is a fork of Redis with the same protocol. */
const names = ['redis-server', 'valkey-server'];

/** Returns the Redis server for tests: the first known name on the PATH; undefined for none. */
export function findRedis(): string | undefined {
  return possiblePaths(names).find(starts);
}

/**
 * Like `findRedis`, but installs a server if there is none.
 * @throws {Error} Thrown when the installation fails; the message says what to do.
 */
export function ensureRedis(): string {
  if (findRedis() === undefined) installFromDebian('redis-server');
  const found = findRedis();
  if (found !== undefined) return found;
  throw new Error(
    'The tests with two replicas need a Redis or Valkey server, and none could be installed.\n' +
      'Install redis-server or valkey-server so that it is on the PATH (on Debian and Ubuntu: ' +
      'apt-get install redis-server), and run the same command again.',
  );
}

import { paths } from '../../shared/paths';
import { createBenchEnvironment } from '../bench/environment';
import { runProgram, script } from '../bench/processes';
import { freePort } from '../system/ports';
import { temporaryFolder } from '../system/temporary-folder';

export const REPLICAS = 2;

/** The heap that Node uses with the 768 MB that `deploy/` gives a container: half of it. */
const HEAP_LIMIT = '--max-old-space-size=384';

/**
 * Starts replicas of the built server behind a balancer, with all that they depend on, each in its own process. Needs the
 * build.
 */
export async function openSite(root: string) {
  const environment = await createBenchEnvironment(root, temporaryFolder('portal-load'));
  const balancerPort = await freePort();
  const portal = `http://localhost:${balancerPort}`;
  // Each rejected request logs two lines.
  const env = { ...environment.settingsOf(portal), LOG_LEVEL: 'fatal' };
  const ports = await Promise.all(Array.from({ length: REPLICAS }, freePort));
  const server = [HEAP_LIMIT, ...environment.server];
  const start = (port: number) => runProgram(server, { port, env, path: paths.readyz });
  const replicas = await Promise.all(ports.map(start));
  const balancer = await runProgram(script('load/balancer.ts'), {
    port: balancerPort,
    env: { REPLICAS: ports.join(',') },
    path: paths.readyz,
  });
  return {
    /** The origin of the balancer. */
    portal,
    /** The memory of each replica in MB. */
    memory: () => Promise.all(replicas.map(replica => replica.residentMemory())),
    /** Signs an administrator in and returns the cookies of the session. */
    signIn: (email: string) => environment.signIn(portal, email),
    /** Stops a replica with SIGTERM, like a platform, and starts another one. Throws an Error unless its exit code is 0. */
    async restart(index: number) {
      const code = await replicas[index]?.end('SIGTERM');
      if (code !== 0) throw new Error(`A replica exited with ${code ?? 'a signal'}.`);
      replicas[index] = await start(ports[index] ?? 0);
    },
    async close() {
      await Promise.all([...replicas, balancer].map(program => program.end()));
      await environment.close();
    },
  };
}

import { paths } from '../../shared/paths';
import { startDependencies } from '../bench/dependencies';
import { runProgram, script } from '../bench/processes';
import { freePort } from '../ports';
import { temporaryFolder } from '../temporary-folder';

const REPLICAS = 2;

/** The heap that Node uses with the 512 MB that `deploy/` gives a container: half of it. */
const HEAP_LIMIT = '--max-old-space-size=256';

/**
 * Starts replicas of the built server behind a balancer, with all that they depend on, each in its own process. Needs the
 * build.
 */
export async function openSite(root: string) {
  const dependencies = await startDependencies(root, temporaryFolder('portal-load'));
  const balancerPort = await freePort();
  const portal = `http://localhost:${balancerPort}`;
  // Each rejected request logs two lines.
  const env = { ...dependencies.environment(portal), LOG_LEVEL: 'fatal' };
  const replicaPorts = await Promise.all(Array.from({ length: REPLICAS }, freePort));
  const replicas = await Promise.all(
    replicaPorts.map(port => startReplica([HEAP_LIMIT, ...dependencies.server], { port, env })),
  );
  const balancer = await runProgram(script('load/balancer.ts'), {
    port: balancerPort,
    env: { REPLICAS: replicaPorts.join(',') },
    path: paths.readyz,
  });
  return {
    /** The origin of the balancer. */
    portal,
    replicas,
    /** Signs an administrator in and returns the cookies of the session. */
    signIn: (email: string) => dependencies.signIn(portal, email),
    async close() {
      for (const replica of replicas) replica.stop();
      await Promise.all([balancer.end(), dependencies.close()]);
    },
  };
}

async function startReplica(
  args: readonly string[],
  options: { readonly port: number; readonly env: Record<string, string> },
) {
  const start = () => runProgram(args, { ...options, path: paths.readyz });
  let program = await start();
  return {
    /** Stops it with SIGTERM, like a platform, and starts another one. Throws an Error unless its exit code is 0. */
    async restart() {
      const code = await program.end('SIGTERM');
      if (code !== 0) throw new Error(`A replica exited with ${code ?? 'a signal'}.`);
      program = await start();
    },
    memory: () => program.residentMemory(),
    stop: () => void program.end(),
  };
}

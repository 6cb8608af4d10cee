import { spawnSync } from 'node:child_process';
import { ensure, installFromDebian } from '../system/programs';

type Command = readonly string[];
type Environment = Readonly<Record<string, string>>;

const TAG = 'localhost/portal:local';
const CONFINEMENT = ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges', '--memory=768m'];

/**
 * The first of docker, podman and buildah that works; installs buildah on Debian if none does.
 * @throws {Error} Thrown when none is available.
 */
export function findEngine(root: string) {
  // The client may be installed although its engine does not run.
  const find = () =>
    (['docker', 'podman', 'buildah'] as const).find(name => spawnSync(name, ['info']).status === 0);
  const help = 'To build the image, install docker, podman or buildah.';
  return createEngine(ensure(find, [() => installFromDebian('buildah')], help), root);
}

/** A program that builds and runs container images. */
function createEngine(name: 'docker' | 'podman' | 'buildah', root: string) {
  const container = `portal-image-${process.pid}`;
  const isBuildah = name === 'buildah';
  // Works without a daemon, without namespaces and in a container.
  const isolation = isBuildah ? ['--isolation', 'chroot'] : [];
  // The default format of the others has no HEALTHCHECK.
  const format = name === 'docker' ? [] : ['--format', 'docker'];

  function run(command: Command, environment: Environment): string[] {
    const { PORT } = environment;
    const variables = Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
    if (isBuildah) return [name, 'run', ...isolation, ...variables, container, '--', ...command];
    const publish = PORT === undefined ? [] : ['--publish', `127.0.0.1:${PORT}:${PORT}`];
    const options = ['--rm', '--name', container, ...CONFINEMENT, ...publish, ...variables];
    return [name, 'run', ...options, TAG, ...command];
  }

  return {
    name,
    /** Whether containers run on a read-only file system. */
    readOnly: !isBuildah,
    /** Builds the image from the Dockerfile. Throws an Error when a step fails. */
    build(): void {
      execute(name, ['build', ...isolation, ...format, '--tag', TAG, root], 'inherit');
      if (isBuildah) execute(name, ['from', '--name', container, TAG], 'inherit');
    },
    /** Metadata of the image. */
    get image(): { readonly command: Command; readonly healthCheck: Command; readonly user: string } {
      const inspect = isBuildah ? ['inspect', '--type', 'image', TAG] : ['image', 'inspect', TAG];
      const found = JSON.parse(execute(name, inspect, 'pipe'));
      const config = isBuildah ? found.Docker.config : { ...found[0], ...found[0].Config };
      // In Docker's format, a health check in exec form begins with CMD.
      const healthCheck = config.Healthcheck.Test.slice(1);
      return { command: config.Cmd, user: config.User, healthCheck };
    },
    /** The command line that runs `command` in a container, on the host's network, in the foreground. */
    run,
    /**
     * The command line that runs `command` in the container of the last `run`, which had this environment: in buildah, a
     * second command does not inherit it.
     */
    exec: (command: Command, environment: Environment) =>
      isBuildah ? run(command, environment) : [name, 'exec', container, ...command],
    /** Removes the containers, and keeps the image. */
    close: () => void spawnSync(name, ['rm', ...(isBuildah ? [] : ['--force']), container]),
  };
}

function execute(program: string, args: Command, stdio: 'inherit' | 'pipe'): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', stdio });
  if (status !== 0) throw new Error(`${program} ${args[0]} exited with ${status}. ${stderr ?? ''}`);
  return stdout;
}

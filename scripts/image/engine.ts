import { spawnSync } from 'node:child_process';
import { ensure, installFromDebian } from '../programs';

type Command = readonly string[];
type Environment = Readonly<Record<string, string>>;

/** A program that builds and runs container images. */
interface Engine {
  readonly name: string;
  /** Whether containers run on a read-only file system. */
  readonly readOnly: boolean;
  /** Builds the image from the Dockerfile. Throws an Error when a step fails. */
  readonly build: () => void;
  /** Metadata of the image. */
  readonly image: { readonly command: Command; readonly healthCheck: Command; readonly user: string };
  /** The command line that runs `command` in a container, on the host's network, in the foreground. */
  readonly run: (command: Command, environment: Environment) => string[];
  /** The command line that runs `command` in the container of the last `run`, which had this environment. */
  readonly exec: (command: Command, environment: Environment) => string[];
  /** Removes the containers, and keeps the image. */
  readonly close: () => void;
}

const TAG = 'localhost/portal:local';
const CONFINEMENT = ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges', '--memory=512m'];

/**
 * The first of docker, podman and buildah that works; installs buildah on Debian if none does.
 * @throws {Error} Thrown when none is available.
 */
export function findEngine(root: string): Engine {
  // The client may be installed although its engine does not run.
  const find = () =>
    (['docker', 'podman', 'buildah'] as const).find(name => spawnSync(name, ['info']).status === 0);
  const help = 'To build the image, install docker, podman or buildah.';
  return createEngine(ensure(find, [() => installFromDebian('buildah')], help), root);
}

function createEngine(name: 'docker' | 'podman' | 'buildah', root: string): Engine {
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
    readOnly: !isBuildah,
    build() {
      execute(name, ['build', ...isolation, ...format, '--tag', TAG, root], 'inherit');
      if (isBuildah) execute(name, ['from', '--name', container, TAG], 'inherit');
    },
    get image() {
      const inspect = isBuildah ? ['inspect', '--type', 'image', TAG] : ['image', 'inspect', TAG];
      const found = JSON.parse(execute(name, inspect, 'pipe'));
      const config = isBuildah ? found.Docker.config : { ...found[0], ...found[0].Config };
      // In Docker's format, a health check in exec form begins with CMD.
      const healthCheck = config.Healthcheck.Test.slice(1);
      return { command: config.Cmd, user: config.User, healthCheck };
    },
    run,
    // In buildah, a second command does not inherit the environment of the first.
    exec: (command, environment) =>
      isBuildah ? run(command, environment) : [name, 'exec', container, ...command],
    close: () => void spawnSync(name, ['rm', ...(isBuildah ? [] : ['--force']), container]),
  };
}

function execute(program: string, args: Command, stdio: 'inherit' | 'pipe'): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', stdio });
  if (status !== 0) throw new Error(`${program} ${args[0]} exited with ${status}. ${stderr ?? ''}`);
  return stdout;
}

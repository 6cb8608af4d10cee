import { spawnSync } from 'node:child_process';
import { ensure, installFromDebian } from '../programs';

/** Metadata of the image. */
interface Image {
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  readonly user: string;
}

/** A program that builds and runs container images. */
interface Engine {
  readonly name: string;
  /** Whether containers run on a read-only file system. */
  readonly readOnly: boolean;
  /** Builds the image from the Dockerfile. Throws an Error when a step fails. */
  readonly build: () => void;
  /** The image that was built. */
  readonly image: Image;
  /** The command line that runs `command` in a container, on the host's network, in the foreground. */
  readonly run: (command: readonly string[], environment: Readonly<Record<string, string>>) => string[];
  /** The command line that runs `command` in the container of the last `run`. */
  readonly exec: (command: readonly string[]) => string[];
  /** Removes the containers, and keeps the image. */
  readonly close: () => void;
}

const TAG = 'localhost/portal:local';

/**
 * The first of docker, podman and buildah that works; installs buildah on Debian if none does.
 * @throws {Error} Thrown when none is available.
 */
export function findEngine(root: string): Engine {
  const help = 'To build the image, install docker, podman or buildah.';
  return ensure(() => findWorkingEngine(root), [() => installFromDebian('buildah')], help);
}

function findWorkingEngine(root: string): Engine | undefined {
  // The client may be installed although its engine does not run.
  const works = (program: string) => spawnSync(program, ['info']).status === 0;
  if (works('docker')) return createDockerLike('docker', root);
  if (works('podman')) return createDockerLike('podman', root);
  return works('buildah') ? createBuildah(root) : undefined;
}

function createDockerLike(program: 'docker' | 'podman', root: string): Engine {
  const container = `portal-image-${process.pid}`;
  const confinement = ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges', '--memory=512m'];
  // podman's default format has no HEALTHCHECK.
  const format = program === 'podman' ? ['--format', 'docker'] : [];
  return {
    name: program,
    readOnly: true,
    build: () => execute(program, ['build', ...format, '--tag', TAG, root]),
    get image() {
      const [{ Config, Healthcheck }] = JSON.parse(read(program, ['image', 'inspect', TAG]));
      return toImage({ Healthcheck, ...Config });
    },
    run(command, environment) {
      const { PORT } = environment;
      const publish = PORT === undefined ? [] : ['--publish', `127.0.0.1:${PORT}:${PORT}`];
      const options = [
        '--rm',
        '--name',
        container,
        ...confinement,
        ...publish,
        ...withEnvironment(environment),
      ];
      return [program, 'run', ...options, TAG, ...command];
    },
    exec: command => [program, 'exec', container, ...command],
    close: () => void spawnSync(program, ['rm', '--force', container]),
  };
}

function createBuildah(root: string): Engine {
  const container = `portal-image-${process.pid}`;
  // Works without a daemon, without namespaces and in a container.
  const isolation = ['--isolation', 'chroot'];
  // A second command in the container does not inherit the environment of the first.
  let lastEnvironment: Readonly<Record<string, string>> = {};
  const runWith = (command: readonly string[], environment: Readonly<Record<string, string>>) => {
    const options = [...isolation, ...withEnvironment(environment)];
    return ['buildah', 'run', ...options, container, '--', ...command];
  };
  return {
    name: 'buildah',
    readOnly: false,
    build() {
      execute('buildah', ['build', ...isolation, '--format', 'docker', '--tag', TAG, root]);
      execute('buildah', ['from', '--name', container, TAG]);
    },
    get image() {
      return toImage(JSON.parse(read('buildah', ['inspect', '--type', 'image', TAG])).Docker.config);
    },
    run(command, environment) {
      lastEnvironment = environment;
      return runWith(command, environment);
    },
    exec: command => runWith(command, lastEnvironment),
    close: () => void spawnSync('buildah', ['rm', container]),
  };
}

function withEnvironment(environment: Readonly<Record<string, string>>): string[] {
  return Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
}

/** In Docker's format, a health check in exec form begins with CMD. */
function toImage(config: { Cmd: string[]; User: string; Healthcheck: { Test: string[] } }): Image {
  const { Cmd: command, User: user, Healthcheck } = config;
  return { command, user, healthCheck: Healthcheck.Test.slice(1) };
}

function execute(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ${args[0]} exited with ${status}.`);
}

function read(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args[0]} exited with ${status}: ${stderr}`);
  return stdout;
}

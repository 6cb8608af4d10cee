import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import {
  createIgnore,
  type Instruction,
  readCommand,
  readDockerfile,
  readPairs,
  type Stage,
} from './image-file';

/** What an image adds to its base, and how it wants to be run. */
export interface Image {
  readonly base: string;
  /** The root of what is added: the image's `/app` is the folder `app` in it. */
  readonly folder: string;
  readonly workdir: string;
  readonly user: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

/** Runs one command of a RUN step in a folder. */
export type RunStep = (command: string, folder: string) => Promise<void>;

type Built = { -readonly [Key in keyof Image]: Image[Key] };

/**
 * Runs the steps of a project's Dockerfile, each stage in a clean folder below `folder`. The programs of the base
 * image are those of this machine; everything else happens as an engine would have it.
 * Thrown when a step fails, or is one that this cannot run: an Error that names it.
 */
export async function buildImage(
  project: string,
  folder: string,
  execute: RunStep = runStep,
): Promise<Image> {
  const [dockerfile, ignoreFile] = await Promise.all(
    ['Dockerfile', '.dockerignore'].map(name => readFile(join(project, name), 'utf8')),
  );
  const source = { project, ignored: createIgnore(ignoreFile ?? '') };
  const built = new Map<string, Built>();
  for (const [index, stage] of readDockerfile(dockerfile ?? '').entries()) {
    const name = stage.name ?? String(index);
    built.set(name, await buildStage(stage, join(folder, name), { source, built, execute }));
  }
  const last = [...built.values()].at(-1);
  if (!last) throw new Error('The Dockerfile has no stage.');
  return last;
}

interface Surroundings {
  readonly source: { readonly project: string; readonly ignored: (path: string) => boolean };
  readonly built: ReadonlyMap<string, Built>;
  readonly execute: RunStep;
}

async function buildStage(stage: Stage, folder: string, surroundings: Surroundings): Promise<Built> {
  const image: Built = {
    base: stage.base,
    folder,
    workdir: '/',
    user: 'root',
    environment: {},
    labels: {},
    command: [],
    healthcheck: [],
  };
  const variables: Record<string, string> = {};
  await mkdir(folder, { recursive: true });
  for (const instruction of stage.instructions) await take(withVariables(instruction, variables));
  return image;

  async function take({ keyword, flags, rest }: Instruction): Promise<void> {
    switch (keyword) {
      case 'ARG':
        Object.assign(variables, readPairs(rest));
        break;
      case 'COPY':
        await copy(rest.split(/\s+/), flags.from);
        break;
      case 'CMD':
        image.command = readCommand(rest);
        break;
      case 'ENV':
        image.environment = { ...image.environment, ...readPairs(rest) };
        break;
      case 'EXPOSE':
        break;
      case 'HEALTHCHECK':
        image.healthcheck = readCommand(rest.replace(/^CMD\s+/, ''));
        break;
      case 'LABEL':
        image.labels = { ...image.labels, ...readPairs(rest) };
        break;
      case 'RUN':
        await surroundings.execute(rest, join(folder, image.workdir));
        break;
      case 'USER':
        image.user = rest;
        break;
      case 'WORKDIR':
        image.workdir = rest;
        await mkdir(join(folder, rest), { recursive: true });
        break;
      default:
        throw new Error(`The image's steps cannot be run here: ${keyword} ${rest}`);
    }
  }

  async function copy(words: readonly string[], from: string | undefined): Promise<void> {
    const { source, built } = surroundings;
    const stageBefore = from === undefined ? undefined : built.get(from);
    if (from !== undefined && !stageBefore) throw new Error(`No stage ${from} to copy from.`);
    const origin = stageBefore?.folder ?? source.project;
    const isKept = (path: string) => {
      const inside = relative(origin, path);
      return stageBefore !== undefined || inside === '' || !source.ignored(inside);
    };

    const target = join(folder, image.workdir, words.at(-1) ?? '');
    for (const word of words.slice(0, -1)) {
      const path = join(origin, word);
      const isFolder = (await stat(path)).isDirectory();
      await cp(path, isFolder ? target : join(target, basename(word)), { recursive: true, filter: isKept });
    }
  }
}

function withVariables(
  { keyword, flags, rest }: Instruction,
  variables: Readonly<Record<string, string>>,
): Instruction {
  return { keyword, flags, rest: rest.replace(/\$\{(\w+)\}/g, (_, name) => variables[name] ?? '') };
}

/** What this machine needs to reach a registry of packages; a builder would be told the same. */
const networkSettings =
  /^(HOME|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|(https?|no)_proxy|npm_config_(registry|cafile|userconfig))$/i;

/** Of this machine's environment, a step gets only where to find programs and packages. */
export function runStep(command: string, folder: string): Promise<void> {
  const { PATH = '', ...others } = process.env;
  const kept = Object.entries(others).filter(([name]) => networkSettings.test(name));
  const step = spawn('/bin/sh', ['-c', command], {
    cwd: folder,
    env: { ...Object.fromEntries(kept), PATH: `${dirname(process.execPath)}:${PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [step.stdout, step.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    step.once('error', reject);
    step.once('close', code => {
      if (code === 0) resolve();
      else reject(new Error(`'${command}' ended with ${code}:\n${output}`));
    });
  });
}

import { spawnSync } from 'node:child_process';
import { chmod, cp, readdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildImage, type Image, runStep } from '../../scripts/image-build';
import {
  makeReadOnly,
  placeNode,
  type RunningImage,
  sizeOf,
  startImage,
  visitPages,
} from '../../scripts/image-run';
import { createSandbox } from '../../scripts/sandbox/host';
import { openStore } from '../../scripts/sandbox/store';
import { dana } from '../support/accounts';
import { emulatorIdentity, sharedEmulator } from '../support/emulator';
import { freePort, listen } from '../support/ports';
import { copyProject, temporaryFolder } from '../support/project';
import { environment } from '../support/server';

// `npm run image` runs every step. Here `npm ci` is left out: the packages that are installed already are linked.
const LIMIT = 25_000_000;

let folder: string;
let image: Image;
let bin: string;

beforeAll(async () => {
  const project = await copyProject();
  const more = ['Dockerfile', '.dockerignore', '.npmrc', 'LICENSE', 'package-lock.json', 'tests'];
  await Promise.all(more.map(name => cp(resolve(name), join(project, name), { recursive: true })));
  // What a developer may have lying about.
  await Promise.all(
    ['.env', 'server/.env.local', 'secret.txt', 'server/private.key'].map(name =>
      writeFile(join(project, name), 'SESSION_KEYS=planted-secret'),
    ),
  );
  folder = await temporaryFolder();
  await chmod(folder, 0o755);
  image = await buildImage(project, join(folder, 'image'), async (command, at) => {
    if (command.startsWith('npm ci')) await symlink(resolve('node_modules'), join(at, 'node_modules'), 'dir');
    else await runStep(command, at);
  });
  await makeReadOnly(image.folder);
  bin = await placeNode(folder);
});

afterAll(() => {
  // What nobody may write to cannot be removed by its owner either.
  spawnSync('chmod', ['-R', 'u+w', folder]);
});

/** Starts the image beside real backends, for as long as the test needs it. */
async function withRunningImage(
  use: (running: RunningImage, visit: (count: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const store = openStore(':memory:', { seed: false });
  store.replaceAccounts([dana()]);
  const identity = emulatorIdentity(origin);
  const backends = createServer(createSandbox({ store, ...identity }));
  const at = `http://127.0.0.1:${await listen(backends)}`;
  const running = await startImage(image, {
    bin,
    environment: { ...environment(port, at), FIREBASE_AUTH_EMULATOR_HOST: sharedEmulator() },
  });
  const latestLink = async () => (await (await fetch(`${at}/sandbox/inbox/latest.json`)).json()).link;
  try {
    await use(running, count => visitPages(origin, { email: 'dana@acme.example', latestLink, count }));
  } finally {
    await running.stop();
    backends.closeAllConnections();
    backends.close();
    await identity.close();
    store.close();
  }
}

test('the image adds the bundle and nothing else: no source, package, test, sandbox or secret', async () => {
  const files = (await readdir(image.folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(image.folder.length));
  const own = files.filter(file => !file.startsWith('/app/dist/public/assets/')).sort();
  expect(own.filter(file => !/^\/app\/dist\/[\w-]+\.js(\.map)?$/.test(file))).toEqual([
    '/app/LICENSE',
    '/app/dist/NOTICE.txt',
    '/app/dist/package.json',
    '/app/dist/public/manifest.json',
  ]);
  expect(own).toContain('/app/dist/server.js');
  expect(spawnSync('grep', ['-r', 'planted-secret', folder]).status).toBe(1);
  expect(await sizeOf(image.folder)).toBeLessThan(LIMIT);
});

test('the image says what it is and how it wants to be run, on the Node that the tests use', () => {
  expect(image.base).toMatch(new RegExp(`^node:${process.versions.node}-[a-z]+-slim$`));
  expect(image.labels).toMatchObject({
    'org.opencontainers.image.licenses': 'MIT',
    'org.opencontainers.image.base.name': `docker.io/library/${image.base}`,
    'org.opencontainers.image.version': expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
  expect(image.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  expect([image.command.at(0), image.command.at(-1)]).toEqual(['node', 'dist/server.js']);
});

test('the image serves a signed-in administrator as nobody in particular, and ends on SIGTERM', async () => {
  await withRunningImage(async (running, visit) => {
    await visit(8);
    const [uid] = (await running.status('Uid')).split('\t');
    const [expected] = image.user.split(':');
    expect(uid).toBe(running.confinement.user === undefined ? String(process.getuid?.()) : expected);
    if (running.confinement.sealed) {
      expect(await running.status('CapBnd')).toBe('0000000000000000');
      expect(await running.status('NoNewPrivs')).toBe('1');
    }
    expect(running.checkHealth()).toBe(0);
    expect(await running.stop('SIGTERM')).toBe(0);
    expect(running.checkHealth()).toBe(1);
    expect(running.output()).not.toMatch(/EROFS|EACCES|"level":(50|60)/);
  });
});

test('a program in the image can write nowhere', async () => {
  const writes = `
    const { createServer } = require('node:http');
    const { writeFileSync } = require('node:fs');
    const places = ['/tmp/portal-image-trace', process.cwd() + '/trace', process.cwd() + '/dist/server.js'];
    const failures = places.map(place => {
      try { writeFileSync(place, '', { flag: 'a' }); return 'written'; } catch ({ code }) { return code; }
    });
    console.log(failures.join());
    createServer((request, response) => response.end()).listen(process.env.PORT);`;
  const running = await startImage(
    { ...image, command: ['node', '-e', writes] },
    { bin, environment: { PORT: String(await freePort()) } },
  );
  await running.stop();
  const [elsewhere, ...inside] = running.output().trim().split(',');
  if (running.confinement.sealed) expect(elsewhere).toBe('EROFS');
  expect(inside).toHaveLength(2);
  for (const code of inside) expect(code).toMatch(/^(EROFS|EACCES)$/);
});

import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import {
  type BuildContext,
  type BuildOptions,
  type BuildResult,
  build as bundle,
  context,
  type Metafile,
  type Plugin,
} from 'esbuild';
import { slashedPath } from '../system/platform';
import { bundledPackages, writeNotice } from './notice';

/** The source files in the bundles for the server and for browsers. */
export interface Bundles {
  readonly server: readonly string[];
  readonly client: readonly string[];
}

/**
 * Builds the server, the files for browsers and the list of the licenses of the packages in both, beside the folder `dist`,
 * and publishes the build there.
 */
export async function build(root: string, dist: string): Promise<Bundles> {
  const fresh = `${dist}.new-${process.pid}`;
  try {
    const [server, client] = await Promise.all([
      bundleServer(root, fresh),
      bundleClient(root, join(fresh, 'public')),
    ]);
    const bundles = { server: inputs(server), client: inputs(client) };
    const packages = await bundledPackages(root, [...bundles.server, ...bundles.client]);
    await writeNotice(join(fresh, 'NOTICE.txt'), packages);
    await publish(fresh, dist);
    return bundles;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/**
 * Moves a build into a folder that a server may be running from. The files of the build before stay: a chunk or an asset has a
 * hash in its name, and that server still refers to it.
 */
export async function publish(fresh: string, dist: string): Promise<void> {
  const files = [...(await filesIn(fresh)), 'package.json'];
  // Node must read server.js as an ES module wherever the folder is copied to.
  await writeFile(join(fresh, 'package.json'), `${JSON.stringify({ type: 'module', files }, null, 2)}\n`);
  const present = await filesIn(dist);
  const kept = [...files, ...(await filesOfBuild(dist))];
  for (const file of present) if (!kept.includes(file)) await rm(join(dist, file), { force: true });
  // New names first: a file with an old name, such as server.js, refers to them.
  for (const file of files.toSorted((a, b) => Number(present.includes(a)) - Number(present.includes(b)))) {
    await mkdir(dirname(join(dist, file)), { recursive: true });
    await rename(join(fresh, file), join(dist, file));
  }
}

/** The files of the last build in a folder, which its package.json lists. */
async function filesOfBuild(dist: string): Promise<string[]> {
  const file = join(dist, 'package.json');
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')).files ?? []) : [];
}

async function filesIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => slashedPath(folder, join(parentPath, name)));
}

function bundleServer(root: string, dist: string) {
  return bundle({
    ...common,
    absWorkingDir: root,
    entryPoints: { server: 'server/start/entry.ts', main: 'server/main.ts' },
    outdir: dist,
    platform: 'node',
    target: 'node24',
    // Identifiers are not minified: stacks in the log show names, and `keepNames` makes pages a sixth slower. Source maps would take
    // 43 MB of memory.
    minifySyntax: true,
    minifyWhitespace: true,
    // Some packages are CommonJS and load built-in modules with require(). Others import createRequire themselves.
    banner: {
      js: [
        "import { createRequire as requireFrom } from 'node:module';",
        'const require = requireFrom(import.meta.url);',
        'const __dirname = import.meta.dirname;',
      ].join(' '),
    },
  });
}

async function bundleClient(root: string, folder: string) {
  const result = await bundle(clientOptions(root, folder));
  await removeHelperImports(result, root);
  await writeManifest(result, root, folder);
  await precompress(join(folder, 'assets'));
  return result;
}

/**
 * Builds the files for browsers into a folder, and rebuilds them when their source changes. Must be disposed of before the process exits:
 * esbuild runs in its own process, and keeps running if the last of its pings was not answered.
 */
export async function watchClient(root: string, folder: string): Promise<Pick<BuildContext, 'dispose'>> {
  await rm(folder, { recursive: true, force: true });
  const options = clientOptions(root, folder);
  const manifestPlugin: Plugin = {
    name: 'manifest',
    setup: ({ onEnd }) => onEnd(result => writeManifest(result, root, folder)),
  };
  const watching = await context({ ...options, plugins: [manifestPlugin] });
  await watching.rebuild();
  await watching.watch();
  return watching;
}

/** The options of both bundles. */
const common = {
  bundle: true,
  format: 'esm',
  // Optional parts, such as metrics, are loaded only when they are configured or used.
  splitting: true,
  chunkNames: '[name]-[hash]',
  jsx: 'automatic',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  define: { 'process.env.NODE_ENV': '"production"' },
} as const satisfies BuildOptions;

/** The names of the files for browsers in the manifest, with their sources. */
const entryPoints = {
  script: 'client/main.ts',
  stylesheet: 'views/styles/portal.css',
  start: 'views/styles/start.css',
  tools: 'views/styles/tools.css',
  icon: 'views/styles/favicon.svg',
};

function clientOptions(root: string, folder: string) {
  return {
    ...common,
    absWorkingDir: root,
    entryPoints,
    outdir: join(folder, 'assets'),
    entryNames: '[name]-[hash]',
    loader: { '.svg': 'copy' },
    platform: 'browser',
    target: ['es2022', 'safari16'],
    minify: true,
  } as const satisfies BuildOptions;
}

/**
 * esbuild writes its helpers for CommonJS to a separate file, which all other files import, although only React's file
 * uses them. Without these imports, every page makes one request less.
 */
async function removeHelperImports(
  { metafile }: BuildResult<{ metafile: true }>,
  root: string,
): Promise<void> {
  const scripts = Object.entries(metafile.outputs).filter(([name]) => name.endsWith('.js'));
  const helpers = scripts.filter(([, { inputs }]) => Object.keys(inputs).length === 0);
  for (const [name] of scripts) {
    const file = join(root, name);
    let code = await readFile(file, 'utf8');
    for (const [helper] of helpers) code = code.replace(`import"./${basename(helper)}";`, '');
    await writeFile(file, code);
  }
}

async function writeManifest({ metafile }: BuildResult, root: string, folder: string): Promise<void> {
  if (!metafile) return;
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'manifest.json');
  const text = JSON.stringify(manifest(metafile, root, folder));
  // `npm run dev` restarts the server when the file changes.
  if (!existsSync(file) || (await readFile(file, 'utf8')) !== text) await writeFile(file, text);
}

function manifest(metafile: Metafile, root: string, folder: string): Record<string, string> {
  const addressOf = (output: string) => `/${slashedPath(folder, join(root, output))}`;
  return Object.fromEntries(
    Object.entries(metafile.outputs).flatMap(([output, { entryPoint, inputs: from }]) => {
      const source = entryPoint ?? Object.keys(from)[0];
      const entry = Object.entries(entryPoints).find(([, file]) => file === source);
      return entry ? [[entry[0], addressOf(output)]] : [];
    }),
  );
}

async function precompress(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const content = await readFile(join(folder, name));
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(content, quality));
    await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }));
  }
}

function inputs({ metafile }: BuildResult<{ metafile: true }>): string[] {
  return Object.keys(metafile.inputs);
}

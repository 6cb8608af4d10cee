import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
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
import { bundledPackages, writeNotice } from './notice';

/** The source files in the bundles for the server and for browsers. */
export interface Bundles {
  readonly server: readonly string[];
  readonly client: readonly string[];
}

/** Rebuilds `dist/`: the server, the files for browsers and the licenses of the packages in both. */
export async function build(root: string): Promise<Bundles> {
  const dist = join(root, 'dist');
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  const [server, client] = await Promise.all([
    bundleServer(root, dist),
    bundleClient(root, join(dist, 'public')),
  ]);
  // Node must read server.js as an ES module wherever the folder is copied to.
  await writeFile(join(dist, 'package.json'), '{ "type": "module" }\n');
  const bundles = { server: inputs(server), client: inputs(client) };
  const packages = await bundledPackages(root, [...bundles.server, ...bundles.client]);
  await writeNotice(join(dist, 'NOTICE.txt'), packages);
  return bundles;
}

function bundleServer(root: string, dist: string) {
  return bundle({
    ...common,
    absWorkingDir: root,
    entryPoints: {
      server: 'server/main.ts',
      'task-worker': 'server/workers/worker.ts',
    },
    outdir: dist,
    platform: 'node',
    target: 'node24',
    // Identifiers are not minified: errors show names, and `keepNames` makes pages a sixth slower.
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: 'linked',
    sourcesContent: false,
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
 * Builds the files for browsers, and rebuilds them when their source changes. Must be disposed of before the process exits:
 * esbuild runs in its own process, and keeps running if the last of its pings was not answered.
 */
export async function watchClient(root: string): Promise<Pick<BuildContext, 'dispose'>> {
  const folder = join(root, 'dist', 'public');
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
  const addressOf = (output: string) => `/${relative(folder, join(root, output)).replaceAll('\\', '/')}`;
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

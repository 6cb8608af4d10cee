import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A package with at least one file in the bundles. */
interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** The SPDX expression, such as MIT; empty if the package has none. */
  readonly license: string;
  /** The text of the license and further notices; empty if the package has none. */
  readonly text: string;
}

/** The packages of these files in a bundle, sorted by name and version. */
export async function bundledPackages(root: string, inputs: readonly string[]): Promise<BundledPackage[]> {
  const folders = new Set(inputs.flatMap(packageFolder));
  const packages = await Promise.all([...folders].map(folder => readPackage(join(root, folder))));
  // One package can be installed in several places.
  const unique = new Map(packages.map(found => [`${found.name}@${found.version}`, found]));
  return [...unique.values()].map(withText(packages)).sort(byName);
}

/** Writes the licenses of all third-party packages in the bundles. */
export async function writeNotice(file: string, packages: readonly BundledPackage[]): Promise<void> {
  const byText = Map.groupBy(packages, ({ license, text }) => `${license}\n\n${text}`);
  const parts = [...byText].map(
    ([text, group]) => `${group.map(({ name, version }) => `${name} ${version}`).join('\n')}\n\n${text}\n`,
  );
  const opening = 'This program contains the following packages, each under the license below it.\n';
  await writeFile(file, [opening, ...parts].join(`\n${'-'.repeat(80)}\n\n`));
}

/** The package of a file; none for a file of the project. */
function packageFolder(file: string): string[] {
  const [, folder] = /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  return folder === undefined ? [] : [folder];
}

async function readPackage(folder: string): Promise<BundledPackage> {
  const { name, version, license, licenses } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  return { name, version, license: license ?? licenses?.[0]?.type ?? '', text: await readTexts(folder) };
}

async function readTexts(folder: string): Promise<string> {
  const files = await readdir(folder);
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const texts = files.filter(name => /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i.test(name)).sort();
  if (texts.length > 0) return (await Promise.all(texts.map(read))).map(text => text.trim()).join('\n\n');

  // Older packages have it at the end of their README.
  const readme = files.find(name => /^readme\.md$/i.test(name));
  const [, section = ''] = /^#* *licen[cs]e\b[^\n]*\n(.*)/ims.exec(readme ? await read(readme) : '') ?? [];
  return /permission is hereby granted/i.test(section) ? section.trim() : '';
}

/** Of the packages of Redis, which are published without the license file in their repository. */
const REDIS_COPYRIGHT = 'Copyright (c) 2022-2025, Redis, inc.';

/** Fills in a missing license text from other packages: Apache's is generic, and MIT's needs only the copyright line. */
function withText(packages: readonly BundledPackage[]) {
  const apache = packages.find(({ license, text }) => license === 'Apache-2.0' && text !== '')?.text ?? '';
  const react = packages.find(({ name }) => name === 'react')?.text ?? '';
  const [mit = ''] = /Permission is hereby granted.*/s.exec(react) ?? [];
  return (found: BundledPackage): BundledPackage => {
    if (found.text !== '') return found;
    if (found.license === 'Apache-2.0') return { ...found, text: apache };
    const isRedis = /^(@redis\/.+|redis)$/.test(found.name);
    return isRedis && found.license === 'MIT' ? { ...found, text: `${REDIS_COPYRIGHT}\n\n${mit}` } : found;
  };
}

function byName(a: BundledPackage, b: BundledPackage): number {
  return a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en');
}

import { basename } from 'node:path';

/** A host that does not exist: with `replace-registry-host` in .npmrc, npm replaces it with the configured registry. */
const PLACEHOLDER = 'https://registry';

interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  /** Set if the package is installed under another name. */
  readonly name?: string;
  readonly version: string;
  readonly resolved?: string;
  readonly dependencies?: object;
  readonly devDependencies?: object;
  readonly optionalDependencies?: object;
}

/**
 * Returns a package-lock.json in which packages have URLs that name no registry. Without URLs, npm downloads the metadata
 * of all packages to find them, which doubles the time of `npm ci`. Packages that package.json names have none, because
 * Dependabot would look for their versions at the placeholder.
 */
export function formatLockfile(text: string): string {
  const lockfile: Lockfile = JSON.parse(text);
  const { dependencies, devDependencies, optionalDependencies } = lockfile.packages[''] ?? {};
  const direct = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const without = new Set(['', ...direct.map(name => `node_modules/${name}`)]);
  const packages = Object.entries(lockfile.packages).map(([path, { resolved: _, ...locked }]) => [
    path,
    without.has(path) ? locked : withUrl(path, locked),
  ]);
  return `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(packages) }, null, 2)}\n`;
}

function withUrl(path: string, { name: alias, version, ...rest }: LockedPackage): LockedPackage {
  const name = alias ?? path.replace(/^.*node_modules\//, '');
  const resolved = `${PLACEHOLDER}/${name}/-/${basename(name)}-${version}.tgz`;
  return { ...(alias !== undefined && { name: alias }), version, resolved, ...rest };
}

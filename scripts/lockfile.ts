import { basename } from 'node:path';

/** A host that does not exist: with `replace-registry-host` in .npmrc, npm replaces it with the configured registry. */
const PLACEHOLDER = 'https://registry';

interface LockedPackage {
  /** Set if the package is installed under another name. */
  readonly name?: string;
  readonly version: string;
  readonly resolved?: string;
}

/**
 * Returns a package-lock.json in which every package has a URL, and no URL names a registry. Without the URLs, npm
 * downloads the metadata of all packages to find them, which doubles the time of `npm ci`.
 */
export function formatLockfile(text: string): string {
  const lockfile: { packages: Record<string, LockedPackage> } = JSON.parse(text);
  const packages = Object.entries(lockfile.packages).map(([path, locked]) => {
    if (path === '') return [path, locked];
    const name = locked.name ?? path.replace(/^.*node_modules\//, '');
    const resolved = `${PLACEHOLDER}/${name}/-/${basename(name)}-${locked.version}.tgz`;
    const { name: alias, version, resolved: _, ...rest } = locked;
    return [path, { ...(alias && { name: alias }), version, resolved, ...rest }];
  });
  return `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(packages) }, null, 2)}\n`;
}

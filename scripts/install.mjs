// Every npm command starts with this script, so that a fresh clone needs no setup. It runs on any Node on the PATH,
// before the pinned one is installed, so it is plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const stamp = new URL('node_modules/.installed-from', root);
const lockText = readFileSync(new URL('package-lock.json', root), 'utf8');
const lockDigest = createHash('sha256').update(lockText).digest('hex');
const lockedPackages = JSON.parse(lockText).packages;

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockDigest) {
  if (!isInstalled()) install();
  requireRuntime();
  writeFileSync(stamp, lockDigest);
}

// npm writes .package-lock.json last, as the record of an installation, also after a manual `npm ci`.
function isInstalled() {
  try {
    const found = JSON.parse(readFileSync(new URL('node_modules/.package-lock.json', root), 'utf8')).packages;
    const hasPackages = Object.entries(lockedPackages).every(
      ([path, { version, optional }]) => path === '' || optional || found[path]?.version === version,
    );
    const pinned = pinnedRuntime();
    return hasPackages && (pinned === undefined || installedRuntime() === pinned);
  } catch {
    return false;
  }
}

function install() {
  console.log('Installing the packages named in package-lock.json …');
  const npm = process.env.npm_execpath;
  const [command, ...prefix] = npm ? [process.execPath, npm] : ['npm'];
  // The age of a version is checked when it enters the lock file. A security fix may be younger.
  const options = ['--min-release-age=0', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync(command, [...prefix, 'ci', ...options], {
    cwd: fileURLToPath(root),
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error('The installation failed; its message is above. Fix that and run the same command again.');
    process.exit(status ?? 1);
  }
}

// The pinned Node is an optional package for each platform: npm puts it in front of the PATH of every script. On
// platforms without such a package, such as macOS, the scripts use the Node on the PATH.
function requireRuntime() {
  const pinned = Object.entries(lockedPackages).find(([path]) =>
    /^node_modules\/node-linux-\w+$/.test(path),
  )?.[1];
  const needed = Number.parseInt(pinned?.version ?? '0', 10);
  const used = installedRuntime() ?? process.versions.node;
  if (Number.parseInt(used, 10) >= needed) return;
  console.error(
    `This project needs Node ${needed} and found ${used}: there is no package of it for ${process.platform} ` +
      `${process.arch}. Install Node ${needed} and run the same command again.`,
  );
  process.exit(1);
}

/** The version in package-lock.json for this platform, or undefined. */
function pinnedRuntime() {
  return lockedPackages[`node_modules/node-${process.platform}-${process.arch}`]?.version;
}

/** The version of node_modules/.bin/node, or undefined. */
function installedRuntime() {
  const { stdout } = spawnSync(fileURLToPath(new URL('node_modules/.bin/node', root)), ['--version'], {
    encoding: 'utf8',
  });
  return stdout?.trim().replace(/^v/, '') || undefined;
}

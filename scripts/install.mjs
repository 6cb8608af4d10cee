// Every npm command starts here, so that a fresh clone needs no step before it. It runs on whatever Node is
// on the PATH (before the pinned one is there), hence plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const stamp = new URL('node_modules/.installed-from', root);
const lockDigest = createHash('sha256')
  .update(readFileSync(new URL('package-lock.json', root)))
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockDigest) {
  if (!isInstalled()) install();
  writeFileSync(stamp, lockDigest);
}

// npm writes this file last, as its own record of what it installed. `npm ci` by hand is as good as ours.
function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')).packages;
    const found = JSON.parse(readFileSync(new URL('node_modules/.package-lock.json', root), 'utf8')).packages;
    return Object.entries(wanted).every(
      ([path, { version, optional }]) => path === '' || optional || found[path]?.version === version,
    );
  } catch {
    return false;
  }
}

function install() {
  console.log('Installing the packages named in package-lock.json …');
  const npm = process.env.npm_execpath;
  const [command, ...prefix] = npm ? [process.execPath, npm] : ['npm'];
  const { status } = spawnSync(command, [...prefix, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: fileURLToPath(root),
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error(
      'The installation failed; its message is above. Once it is mended, run the same command again.',
    );
    process.exit(status ?? 1);
  }
}

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { installFromDebian, possiblePaths, starts } from './programs';

// First the headless build, which needs half the CPU time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'microsoft-edge-stable',
];

/**
 * Returns the browser for tests: CHROMIUM_PATH, else the first known name on the PATH, else the one that Playwright has
 * installed; undefined for none.
 * @throws {Error} Thrown when CHROMIUM_PATH names no browser that starts.
 */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (starts(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, which does not start a Chromium.`);
  }
  return [...possiblePaths(names), chromium.executablePath()].find(starts);
}

/**
 * Like `findChromium`, but installs a browser if there is none.
 * @throws {Error} Thrown when the installation fails; the message says what to do.
 */
export function ensureChromium(root: string): string {
  const found = findChromium();
  if (found !== undefined) return found;
  for (const install of [
    () => installFromDebian('chromium-headless-shell'),
    () => installFromPlaywright(root),
  ]) {
    install();
    const installed = findChromium();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'The browser tests need a Chromium, and none could be installed; the output of the installers is above.\n' +
      'Install Chromium, Chrome or Edge so that it is on the PATH, or set CHROMIUM_PATH to its program, ' +
      'and run the same command again.',
  );
}

function installFromPlaywright(root: string): void {
  console.log("Installing Playwright's Chromium …");
  const script = join(root, 'node_modules', 'playwright-core', 'cli.js');
  spawnSync(process.execPath, [script, 'install', '--no-shell', 'chromium'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

import { type BrowserServer, chromium } from 'playwright-core';
import { findChromium } from '../../../scripts/programs';
import { patience } from '../time/patience';

// Without the first four, Chromium contacts Google's hosts at every start.
const OPTIONS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--disable-gpu',
  '--no-first-run',
];

// Jest's workers are separate processes and inherit the environment.
const VARIABLE = 'PORTAL_TEST_CHROMIUM';

let server: BrowserServer | undefined;

/**
 * Starts one Chromium for all tests of a run.
 * @throws {Error} Thrown when this machine has none.
 */
export async function startSharedChromium(): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error(
      'Chromium not found. Run `npm test`, which installs it, or set CHROMIUM_PATH to its executable.',
    );
  }
  server = await chromium.launchServer({ executablePath, args: OPTIONS, timeout: patience(6000) });
  process.env[VARIABLE] = server.wsEndpoint();
}

/** Closes the Chromium of the run. */
export async function stopSharedChromium(): Promise<void> {
  await server?.close();
}

/**
 * Returns the WebSocket address of the Chromium of this run.
 * @throws {Error} Thrown when the run has started none.
 */
export function sharedChromium(): string {
  const address = process.env[VARIABLE];
  if (address === undefined) throw new Error('Chromium runs for the project browser only.');
  return address;
}

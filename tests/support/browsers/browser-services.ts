import { startSharedEmulator, stopSharedEmulator } from '../programs/emulator';
import { startSharedChromium, stopSharedChromium } from './shared-chromium';

/** Starts the emulator and the Chromium that all browser tests of a run share. */
export async function startBrowserServices(): Promise<void> {
  await Promise.all([startSharedEmulator(), startSharedChromium()]);
}

/** Stops what `startBrowserServices` has started. */
export async function stopBrowserServices(): Promise<void> {
  await Promise.all([stopSharedEmulator(), stopSharedChromium()]);
}

import { startSharedChromium } from '../browsers/shared-chromium';
import { startSharedEmulator } from '../programs/emulator';

/** Starts the emulator and the Chromium that all browser tests of a run share. */
async function startBrowserServices(): Promise<void> {
  await Promise.all([startSharedEmulator(), startSharedChromium()]);
}

export { startBrowserServices as default };

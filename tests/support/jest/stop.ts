import { stopSharedChromium } from '../browsers/shared-chromium';
import { stopSharedEmulator } from '../programs/emulator';

/** Stops what the tests of a run have shared. */
async function stopSharedPrograms(): Promise<void> {
  await Promise.all([stopSharedEmulator(), stopSharedChromium()]);
}

export { stopSharedPrograms as default };

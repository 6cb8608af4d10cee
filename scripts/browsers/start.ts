import { requireProgram } from '../system/programs';
import type { Engine, EngineName, EngineOptions } from './engine';
import { startChromium, startFirefox } from './puppeteer';
import { startWebKit } from './webkit';

/**
 * Starts the browser of an engine.
 * @throws {MissingProgram} Thrown when this machine has none.
 */
export async function startEngine(name: EngineName, options: EngineOptions): Promise<Engine> {
  if (name === 'webkit') return startWebKit(requireProgram(name), options);
  if (name === 'firefox') return startFirefox(requireProgram(name), options);
  return startChromium(requireProgram(name), options);
}

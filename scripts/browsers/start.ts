import { findChromium, findFirefox, findWebKit } from '../programs';
import type { Engine, EngineName, EngineOptions } from './engine';
import { startChromium, startFirefox } from './puppeteer';
import { startWebKit } from './webkit';

/**
 * Starts the browser of an engine.
 * @throws {Error} Thrown when this machine has none.
 */
export async function startEngine(name: EngineName, options: EngineOptions): Promise<Engine> {
  if (name === 'webkit') return startWebKit(installed(name, findWebKit()), options);
  if (name === 'firefox') return startFirefox(installed(name, findFirefox()), options);
  return startChromium(installed(name, findChromium()), options);
}

function installed<Program>(name: EngineName, program: Program | undefined): Program {
  if (program === undefined) throw new Error(`This machine has no ${name}. \`npm test\` installs it.`);
  return program;
}

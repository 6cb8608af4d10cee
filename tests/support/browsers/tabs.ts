import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { EngineName } from '../../../scripts/browsers/engine';
import type { PuppeteerEngine } from '../../../scripts/browsers/puppeteer';
import { startEngine } from '../../../scripts/browsers/start';
import { Tab } from '../../../scripts/browsers/tab';
import { atEndOf } from '../end';
import { temporaryFolder } from '../programs/project';
import { patience } from '../time/patience';

/** The problems of pages with errors, for files that open them, and in Firefox of pages that are left while they load. */
export const errorPages = /status (of )?4\d\d|TypeError: error loading dynamically imported module/;

interface TabOptions {
  readonly scripts?: boolean;
  /** The problems that its pages may have. */
  readonly except?: RegExp;
}

/**
 * Starts a browser of its own for the file, and closes it after the file. The file fails on problems that no assertion notices:
 * console errors, policy violations, failed requests.
 */
export async function openTab(
  origin: string,
  name: EngineName,
  { scripts = true, except }: TabOptions = {},
): Promise<Tab> {
  const options = { scripts, dark: false, folder: await temporaryFolder(), timeoutMs: patience(6000) };
  const engine = await startEngine(name, options);
  atEndOf('file', engine.close);
  atEndOf('file', () => expect(engine.problems.filter(problem => !except?.test(problem))).toEqual([]));
  return new Tab(engine, origin, patience(2000));
}

/** Starts a Chromium of its own for the file, for what only Chromium can do with its page. */
export async function openChromium(origin: string, options?: TabOptions) {
  const tab = await openTab(origin, 'chromium', options);
  const { page } = tab.engine as PuppeteerEngine;
  return { tab, page };
}

/** Waits for the only download so far with this start of its name. Returns its text. */
export async function downloaded(tab: Tab, start: string): Promise<string> {
  const { downloads } = tab.engine;
  let name: string | undefined;
  await tab.until(`a download ${start}`, async () => {
    name = (await readdir(downloads)).find(file => file.startsWith(start) && file.endsWith('.csv'));
    return name !== undefined && (await readFile(join(downloads, name))).length > 0;
  });
  return readFile(join(downloads, name ?? ''), 'utf8');
}

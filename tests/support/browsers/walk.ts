import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { named, type Tab } from '../../../scripts/browsers/tab';
import { type State, states } from '../../../scripts/states';
import type { ServedPortal } from '../programs/server';
import { measure } from './measure';

const WIDTHS = [1440, 768, 390];

/** Shows every page in every state at three widths. Returns what stands wrong, by state. */
export async function walk(portal: ServedPortal, tab: Tab): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  let user: string | undefined;
  await tab.use('');
  for (const state of states) {
    if (user !== state.as) await tab.use(state.as === undefined ? '' : await portal.sessionOf(state.as));
    user = state.as;
    let problems: string[];
    try {
      await tab.size(1440);
      await state.show(tab);
      problems = await measureAtWidths(tab, state);
    } catch (error) {
      problems = [`not shown: ${error instanceof Error ? error.message : error}`];
    }
    if (problems.length > 0) found[state.name] = problems;
  }
  return found;
}

/** Returns what stands wrong in a state that is shown, at three widths. */
export async function measureAtWidths(tab: Tab, { name, show }: State): Promise<string[]> {
  const problems: string[] = [];
  for (const width of WIDTHS) {
    await tab.size(width);
    // A menu is opened in its window.
    if ((await tab.count(named(':popover-open'))) > 0) await show(tab);
    problems.push(...(await measure(tab)).map(problem => `${width}: ${problem}`));
    await takePicture(tab, `${name}--${width}`);
  }
  return problems;
}

/** Stores a picture in the folder WALK_PICTURES, if it is set. */
async function takePicture(tab: Tab, name: string): Promise<void> {
  const folder = process.env.WALK_PICTURES;
  if (folder) await writeFile(join(folder, `${name.replaceAll(/[^\w-]+/g, '-')}.png`), await tab.picture());
}

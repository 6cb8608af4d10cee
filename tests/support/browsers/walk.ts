import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pages, parts, type State, states } from '../../../scripts/browsers/states';
import { named, type Tab } from '../../../scripts/browsers/tab';
import type { ServedPortal } from '../programs/server';
import { measure } from './measure';

const WIDTHS = [1440, 768, 390];

/** The states that together show every part of the pages, one administrator after the other. */
export const walkedParts = byAccount(parts);

/** The states that Firefox and WebKit show. */
export const walked = process.env.TEST_ALL_STATES === undefined ? byAccount(pages) : byAccount(states);

function byAccount(states: readonly State[]): State[] {
  return states.toSorted((one, other) => (one.as ?? '').localeCompare(other.as ?? ''));
}

/** Continues with the session of an administrator, or without one. */
export async function enter(portal: ServedPortal, tab: Tab, email: string | undefined): Promise<void> {
  // A page that follows a removal would load itself again in the other session.
  await tab.go('/healthz');
  await tab.use(email === undefined ? '' : await portal.sessionOf(email));
}

/** Returns the faults of the layout of a state at three widths. Stores pictures in the folder WALK_PICTURES, if it is set. */
export async function measureAtWidths(tab: Tab, { name, show }: State): Promise<string[]> {
  const folder = process.env.WALK_PICTURES;
  const problems: string[] = [];
  for (const width of WIDTHS) {
    await tab.size(width);
    // A menu is opened in its window.
    if ((await tab.count(named(':popover-open'))) > 0) await show(tab);
    problems.push(...(await measure(tab)).map(problem => `${width}: ${problem}`));
    const picture = `${name.replaceAll(/[^\w-]+/g, '-')}--${width}.png`;
    if (folder) await writeFile(join(folder, picture), await tab.picture());
  }
  return problems;
}

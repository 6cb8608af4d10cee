import { paths } from '../../../shared/paths';
import { eventually } from '../time/eventually';
import type { NoJsBrowser } from './no-js-browser';

export const selecting = (of: string, ids: readonly string[]) =>
  ids.map((id): [name: string, value: string] => [of, id]);

export const review = (browser: NoJsBrowser, ids: readonly string[], of = 'license', state = '') =>
  browser.submit(`${paths.reviewRemovals}?of=${of}${state}`, selecting(of, ids));

export const reviewAll = (browser: NoJsBrowser, query = 'of=license') =>
  browser.submit(`${paths.reviewRemovals}?${query}`, [['all', '1']]);

export const idsOf = (browser: NoJsBrowser, boxes = 'tbody [type=checkbox]') =>
  browser.attributes(boxes, 'value');

/** Loads the page of a removal again until it has ended, as a browser without scripts does. */
export async function ended(browser: NoJsBrowser): Promise<NoJsBrowser> {
  await eventually('the removal has ended', async () => {
    if (!browser.has('[data-removal=running]')) return true;
    await browser.visit(browser.address);
    return !browser.has('[data-removal=running]');
  });
  return browser;
}

/** Returns the text about each open item on the page of a removal. */
export const stillOpen = (browser: NoJsBrowser) =>
  browser.rows('Not removed').map(([person = '', what, result]) => [person.split(' ').at(-1), what, result]);

import { paths } from '../../../shared/paths';
import type { NoJsBrowser } from './no-js-browser';

/** Returns the fields of a form that selects these rows. */
export const selecting = (of: string, ids: readonly string[]) =>
  ids.map((id): [name: string, value: string] => [of, id]);

/** Submits a selection of rows for review. */
export const review = (browser: NoJsBrowser, ids: readonly string[], of = 'license', state = '') =>
  browser.submit(`${paths.reviewRemovals}?of=${of}${state}`, selecting(of, ids));

/** The ID in the value of a row's checkbox, without the person to whom it binds the selection. */
export function idIn(value: unknown): string {
  return String(value).replace(/\*[\w-]{4}$/, '');
}

/** Returns the IDs of the rows of a page whose checkboxes match. */
export const idsOf = (browser: NoJsBrowser, boxes = 'tbody [type=checkbox]') =>
  browser.attributes(boxes, 'value').map(idIn);

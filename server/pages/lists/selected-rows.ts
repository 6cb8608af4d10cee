import { digestOf } from '../../text/digest';
import type { Load } from '../handler';

/** Identifies the rows of a page, so that Back restores ticks only if it has the same rows. */
export function rowsKeyOf(ids: readonly string[]): string {
  return digestOf(ids).slice(0, 12);
}

/** Names the selections of this session and company in a tab. Another one in the same tab never sees them. */
export const selectionKey: Load<string> = async request =>
  digestOf([request.session.id, (await request.details())?.roles ?? '']).slice(0, 12);

import type { Request, Response } from 'express';
import * as v from 'valibot';
import { type ToastCode, toastCodes } from '../../shared/messages';
import { paths, requestLicensesPath } from '../../shared/paths';
import { addressOf } from '../http/request';
import type { SealedText } from './sealed-texts';

const schema = v.object({
  /** Path and query of the page to return to. */
  address: v.string(),
  /** Whether there was a session before; false for a deep link opened while signed out. */
  sessionEnded: v.boolean(),
  /** The toast that says which action was not carried out. */
  notDone: v.optional(v.picklist(toastCodes)),
});

/** A request that was interrupted because there was no session. */
type Interruption = Readonly<v.InferOutput<typeof schema>>;

const pages: readonly string[] = [
  paths.dashboard,
  paths.leadCapture,
  paths.cards,
  paths.leavers,
  paths.removalRun,
];

/** For each action: the page with its form, and the toast for when it was not carried out. */
const actions: Readonly<Record<string, { readonly page: string; readonly notDone: ToastCode }>> = {
  [paths.revokeLicense]: { page: paths.leadCapture, notDone: 'licenseNotRevoked' },
  [requestLicensesPath(paths.leadCapture)]: { page: paths.leadCapture, notDone: 'licensesNotRequested' },
  [paths.deactivateCard]: { page: paths.cards, notDone: 'cardNotDeactivated' },
  [requestLicensesPath(paths.cards)]: { page: paths.cards, notDone: 'licensesNotRequested' },
  [paths.requestProfileData]: { page: paths.cards, notDone: 'profileDataNotRequested' },
};

/** The pages where items are selected for removal, by the `of` of the forms that remove them. */
const selectionPages = new Map<unknown, string>([
  ['license', paths.leadCapture],
  ['card', paths.cards],
  ['leavers', paths.leavers],
]);

/**
 * Stores the interrupted request in a cookie, so that the next sign-in leads back to its page. Actions are never
 * repeated: a toast says that they were not carried out. Downloads are not stored.
 */
export async function storeInterruption(
  request: Request,
  response: Response,
  { sessionEnded }: Pick<Interruption, 'sessionEnded'>,
): Promise<void> {
  const interruption = interruptionOf(request, sessionEnded);
  if (interruption) await response.locals.interruptedPage.set(JSON.stringify(interruption));
}

function interruptionOf(request: Request, sessionEnded: boolean): Interruption | undefined {
  const { path, search } = addressOf(request);
  if (request.method === 'GET') {
    return pages.includes(path) ? { address: path + search, sessionEnded } : undefined;
  }
  // This form changes nothing, so nothing was left undone.
  if (path === paths.leavers) return { address: path, sessionEnded: true };
  if (path === paths.reviewRemovals) return { address: selectionPageOf(request), sessionEnded: true };
  if (path === paths.removalRun) {
    return { address: selectionPageOf(request), sessionEnded: true, notDone: 'removalNotDone' };
  }
  const action = actions[path];
  if (!action) return undefined;
  const page = request.query.from === 'dashboard' ? paths.dashboard : action.page + search;
  return { address: page, sessionEnded: true, notDone: action.notDone };
}

/** Returns the page where a selection was made, with the state of its list. */
function selectionPageOf(request: Request): string {
  const state = new URLSearchParams(addressOf(request).search);
  state.delete('of');
  const page = selectionPages.get(request.query.of) ?? paths.dashboard;
  return state.size === 0 ? page : `${page}?${state}`;
}

/** Returns what was interrupted in this browser; undefined for nothing. */
export function readInterruption({ text }: Pick<SealedText, 'text'>): Interruption | undefined {
  if (text === undefined) return undefined;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return parsed.success ? parsed.output : undefined;
}

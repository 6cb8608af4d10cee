import { MINUTE_MS } from '../../shared/units';
import type { Dependencies } from '../dependencies';
import { type FormOutcome, isFormKey } from '../http/forms';
import { type RedirectReply, redirect } from '../http/reply';
import { digestOf } from '../text/digest';
import type { SignedInRequest } from './handler';

export type LimitedAction = keyof Dependencies['limits']['actions'];

interface SubmissionOptions {
  /** The hourly limit that it counts toward, and how many actions it counts as (T51). */
  readonly limit: LimitedAction;
  readonly count?: number;
  /** The URL of the page that explains a reached limit. */
  readonly returnUrl: string;
  /** Identifies the form, with its key. By default, these are all its fields, because the forms of a page share a key. */
  readonly formContent?: unknown;
}

/**
 * Carries out the action of a form once, within its limit: repeated submissions get the reply to the first one (P145, T27).
 * An action that was refused or has thrown counts as not sent: it uses up no limit, and the same form can be sent again. After every
 * outcome, the administrator's next page uses fresh data, on every replica (P137, T42).
 */
export async function carryOutOnce(
  request: SignedInRequest,
  dependencies: Dependencies,
  { limit: kind, count = 1, returnUrl, formContent = request.form }: SubmissionOptions,
  carryOut: () => Promise<FormOutcome>,
): Promise<RedirectReply> {
  const limit = dependencies.limits.actions[kind];
  const { session, path, form, log } = request;
  const { userId } = request.administrator.context;
  const { changedAt } = session;

  async function carryOutWithinLimit(): Promise<FormOutcome> {
    const { wait, giveBack } = await limit.take(userId, count);
    if (wait !== undefined) {
      log.warn({ limit: kind }, 'Action limit reached');
      const minutes = Math.max(1, Math.ceil(wait / MINUTE_MS));
      const toast = kind === 'requests' ? 'requestLimitReached' : 'removalLimitReached';
      return { reply: redirect(returnUrl, { toast: [toast, minutes] }), wasRefused: true };
    }
    let isUsed = false;
    try {
      const outcome = await carryOut();
      isUsed = !outcome.wasRefused;
      return outcome;
    } finally {
      if (!isUsed) await giveBack();
    }
  }

  try {
    if (!isFormKey(form.once)) return (await carryOutWithinLimit()).reply;
    const key = digestOf([session.id, path, form.once, formContent]);
    const alreadySent = redirect(returnUrl, { toast: ['alreadySent'] });
    return await dependencies.forms.once(key, carryOutWithinLimit, alreadySent);
  } finally {
    if (session.changedAt === changedAt) session.recordChange();
  }
}

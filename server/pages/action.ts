import type { ToastCode } from '../../shared/messages';
import { BackendError, SessionEnded } from '../errors';
import type { SignedInRequest } from '../http/request';
import { logFailure } from './failure';

interface Outcomes {
  readonly done: ToastCode;
  /** For a backend that did not do it. */
  readonly failed: ToastCode;
  /** For anything that nobody has foreseen, and the sentence that it is logged under. */
  readonly unforeseen: { readonly toast: ToastCode; readonly message: string };
}

/** Does what an administrator has asked for, and tells what became of it. Only the end of the session gets out. */
export async function attempt(
  { log }: SignedInRequest,
  work: () => Promise<void>,
  { done, failed, unforeseen }: Outcomes,
): Promise<ToastCode> {
  try {
    await work();
    return done;
  } catch (error) {
    if (error instanceof SessionEnded) throw error;
    logFailure(log, error, unforeseen.message);
    return error instanceof BackendError ? failed : unforeseen.toast;
  }
}

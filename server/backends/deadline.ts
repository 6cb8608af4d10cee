import type { FailureReason } from '../errors';

/** A signal that aborts with the reason after `timeout` milliseconds, or when `disconnect` aborts. */
export function abortAfter(timeout: number, disconnect?: AbortSignal) {
  const controller = new AbortController();
  const abandon = () => controller.abort('abandoned' satisfies FailureReason);
  const timer = setTimeout(() => controller.abort('timeout' satisfies FailureReason), timeout);
  disconnect?.addEventListener('abort', abandon, { once: true });
  if (disconnect?.aborted) abandon();
  return {
    signal: controller.signal,
    /** Releases the timer and the listener once the call has ended. */
    clear() {
      clearTimeout(timer);
      disconnect?.removeEventListener('abort', abandon);
    },
  };
}

/** Rejects when the signal aborts. It is safe to leave the promise unhandled. */
export function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  if (signal.aborted) reject(signal.reason);
  else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}

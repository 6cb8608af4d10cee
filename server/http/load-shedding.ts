import type { RequestHandler } from 'express';
import { PageError } from '../errors';

/** Whether the process has more to do than it can. */
export interface Load {
  readonly isTooHigh: () => boolean;
  readonly close: () => void;
}

/** Requests wait so long for their turn, in milliseconds, before new ones are sent away. */
const LONGEST_DELAY = 700;

/** How many large answers may be parsed or wait for it; each holds up to 32 MiB. */
const MAX_LARGE_PARSES = 2;

/** How often it is measured, in milliseconds, and over what time: one long wait is no reason yet, several are. */
const SAMPLE_INTERVAL = 50;
const WINDOW = 1000;

/**
 * Watches how long the event loop makes everybody wait, by how late a timer comes. Node's own histogram of it loses
 * one wait whenever it is read and begun anew, which are all of them when each is long; the packages that do it for
 * Express have not been kept up for years.
 */
export function watchLoad({ largeParses }: { readonly largeParses: () => number }): Load {
  let delay = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const passed = now - last;
    last = now;
    // A process that was halted for a minute has not to make up for it.
    const late = Math.min(Math.max(0, passed - SAMPLE_INTERVAL), 2 * LONGEST_DELAY);
    delay += (late - delay) * Math.min(1, passed / WINDOW);
  }, SAMPLE_INTERVAL);
  timer.unref();
  return {
    isTooHigh: () => delay > LONGEST_DELAY || largeParses() > MAX_LARGE_PARSES,
    close: () => clearInterval(timer),
  };
}

/** Middleware that sends new requests away while the load is too high, at no cost worth mentioning. */
export function shedLoad(load: Load): RequestHandler {
  return (_request, _response, next) =>
    next(load.isTooHigh() ? new PageError('Too much to do', { status: 503, retryAfter: 3 }) : undefined);
}

import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { RequestHandler } from 'express';
import { PageError } from '../errors';

/** Whether the process has more to do than it can. */
export interface Load {
  readonly isTooHigh: () => boolean;
  readonly close: () => void;
}

/** Requests wait so long for their turn, in milliseconds, before new ones are sent away. */
const LONGEST_DELAY = 700;

/** Large pieces of work (see `lists/threads.ts`) that may be under way or wait; each holds up to 32 MiB. */
const MOST_LARGE_WORK = 8;

const SAMPLE_INTERVAL = 500;
const RESOLUTION = 20;
const NANOSECONDS_PER_MILLISECOND = 1e6;

/**
 * Watches how long the event loop makes everybody wait. Node measures this itself; the packages that do it for Express
 * have not been kept up for years.
 */
export function watchLoad({ pendingWork }: { readonly pendingWork: () => number }): Load {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  histogram.enable();
  let delay = 0;
  const timer = setInterval(() => {
    delay = Math.max(0, histogram.mean / NANOSECONDS_PER_MILLISECOND - RESOLUTION);
    histogram.reset();
  }, SAMPLE_INTERVAL);
  timer.unref();
  return {
    isTooHigh: () => delay > LONGEST_DELAY || pendingWork() > MOST_LARGE_WORK,
    close() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}

/** Middleware that sends new requests away while the load is too high, at no cost worth mentioning. */
export function shedLoad(load: Load): RequestHandler {
  return (_request, _response, next) =>
    next(load.isTooHigh() ? new PageError('Too much to do', { status: 503, retryAfter: 3 }) : undefined);
}

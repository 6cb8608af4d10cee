import type { RequestHandler } from 'express';
import { PageError } from '../errors';

export type EventLoop = ReturnType<typeof watchEventLoop>;

/** The delay is averaged over this window, so that several long blocks shed load, but a single one does not. */
const SAMPLE_INTERVAL_MS = 50;
const WINDOW_MS = 1000;

/**
 * Measures whether the process is overloaded: the delay of the event loop by its own work, by how late a timer fires. Node's own histogram
 * loses the current block whenever it is reset, and the packages that do this for Express have been unmaintained for years.
 */
export function watchEventLoop(delayLimitMs: number) {
  let delay = 0;
  let last = performance.now();
  let used = process.threadCpuUsage();
  const timer = setInterval(() => {
    const now = performance.now();
    const passed = now - last;
    const { user, system } = process.threadCpuUsage(used);
    last = now;
    used = process.threadCpuUsage();
    // Other programs of the host, or a suspension, have made the timer late if this thread has used less than half of the time.
    const isOwn = (user + system) / 1000 >= passed / 2;
    const late = isOwn ? Math.min(Math.max(0, passed - SAMPLE_INTERVAL_MS), 2 * delayLimitMs) : 0;
    delay += (late - delay) * Math.min(1, passed / WINDOW_MS);
  }, SAMPLE_INTERVAL_MS);
  timer.unref();
  return {
    isOverloaded: () => delay > delayLimitMs,
    close: () => clearInterval(timer),
  };
}

/** Middleware that responds with 503 while the event loop is overloaded (T33). */
export function shedLoad(eventLoop: EventLoop): RequestHandler {
  return (_request, _response, next) => {
    if (eventLoop.isOverloaded())
      throw new PageError('The event loop is overloaded', { status: 503, retryAfter: 3 });
    next();
  };
}

/** How long work continues without a caller, in milliseconds: a double click aborts one request before it sends the next. */
const ABANDON_DELAY_MS = 500;

interface Flight<T> {
  readonly result: Promise<T>;
  readonly abort: AbortController;
  callers: number;
}

/** Deduplicates concurrent work by key. Two instances never share work. */
export function createSingleFlight<T>() {
  const inFlight = new Map<string, Flight<T>>();

  function start(key: string, work: Work<T>): Flight<T> {
    const abort = new AbortController();
    const flight: Flight<T> = { result: work(abort.signal), abort, callers: 0 };
    inFlight.set(key, flight);
    const end = () => {
      if (inFlight.get(key) === flight) inFlight.delete(key);
    };
    flight.result.then(end, end);
    return flight;
  }

  function leave(key: string, flight: Flight<T>): void {
    flight.callers--;
    if (flight.callers > 0) return;
    setTimeout(() => {
      if (flight.callers > 0) return;
      if (inFlight.get(key) === flight) inFlight.delete(key);
      flight.abort.abort();
    }, ABANDON_DELAY_MS).unref();
  }

  return {
    /**
     * Joins the work in flight under this key, or starts it. Nothing is cached once it settles. The work's signal aborts
     * when all callers have disconnected; a caller without a signal counts as connected.
     */
    share(key: string, work: Work<T>, disconnect?: AbortSignal): Promise<T> {
      const flight = inFlight.get(key) ?? start(key, work);
      flight.callers++;
      if (disconnect?.aborted) leave(key, flight);
      else disconnect?.addEventListener('abort', () => leave(key, flight), { once: true });
      return flight.result;
    },
  };
}

type Work<T> = (signal: AbortSignal) => Promise<T>;

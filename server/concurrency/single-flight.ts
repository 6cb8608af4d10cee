/** How long work continues without a caller, in milliseconds: a double click aborts one request before it sends the next. */
const ABANDON_DELAY_MS = 500;

interface Flight<T> {
  readonly result: Promise<T>;
  readonly abandon: () => void;
  callers: number;
}

type Work<T> = (signal: AbortSignal) => Promise<T>;

/** Deduplicates concurrent work by key. Two instances never share work. */
export function createSingleFlight<T>() {
  const inFlight = new Map<string, Flight<T>>();

  function start(key: string, work: Work<T>): Flight<T> {
    const controller = new AbortController();
    const end = () => {
      if (inFlight.get(key) === flight) inFlight.delete(key);
    };
    const abandon = () => {
      if (flight.callers > 0) return;
      end();
      controller.abort();
    };
    const flight: Flight<T> = { result: work(controller.signal), abandon, callers: 0 };
    inFlight.set(key, flight);
    flight.result.then(end, end);
    return flight;
  }

  return {
    /**
     * Joins the work in flight under this key, or starts it. Nothing is cached once it settles. The work's signal aborts
     * when all callers have disconnected; a caller without a signal counts as connected.
     */
    share(key: string, work: Work<T>, disconnect?: AbortSignal): Promise<T> {
      const flight = inFlight.get(key) ?? start(key, work);
      flight.callers++;
      const leave = () => {
        flight.callers--;
        if (flight.callers === 0) setTimeout(flight.abandon, ABANDON_DELAY_MS).unref();
      };
      if (disconnect?.aborted) leave();
      else disconnect?.addEventListener('abort', leave, { once: true });
      return flight.result;
    },
  };
}

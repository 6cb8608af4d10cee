import type { CallOutcome } from '../backends/call';

export interface Metrics {
  /** Measures a request. Its `route` is a path in the code, never the address, which may contain search terms. */
  readonly request: (request: { method: string; route: string; status: number; seconds: number }) => void;
  readonly backendCall: (call: CallOutcome) => void;
  /** Counts an error page by the kind of its error. */
  readonly error: (kind: string) => void;
  readonly sessionOpened: () => void;
  readonly exported: (list: string, rows: number) => void;
}

/** Used when METRICS_PORT is not set. */
export const noMetrics: Metrics = {
  request() {},
  backendCall() {},
  error() {},
  sessionOpened() {},
  exported() {},
};

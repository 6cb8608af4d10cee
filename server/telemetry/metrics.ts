import type { CallOutcome } from '../backends/call';

interface CompletedRequest {
  readonly method: string;
  /** The route's path, never the address, which may contain search terms. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export interface Metrics {
  readonly request: (request: CompletedRequest) => void;
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

import type { CallOutcome } from '../backends/call';

/** A request that was answered. */
export interface AnsweredRequest {
  readonly method: string;
  /** The route's path, never the address itself: that may hold what people search for. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** What happens, counted. */
export interface Metrics {
  readonly request: (request: AnsweredRequest) => void;
  readonly backendCall: (call: CallOutcome) => void;
  /** An error that became an error page, by its kind. */
  readonly error: (kind: string) => void;
  readonly sessionOpened: () => void;
  readonly exported: (list: string, rows: number) => void;
}

/** Counts nothing, for nobody asks. */
export const noMetrics: Metrics = {
  request() {},
  backendCall() {},
  error() {},
  sessionOpened() {},
  exported() {},
};

import autocannon from 'autocannon';

/**
 * Sends requests for `seconds`. Returns the latency of each in milliseconds.
 * @throws {Error} Thrown when a response is not a page, because such figures would mean nothing.
 */
export async function measureLatencies(seconds: number, options: autocannon.Options): Promise<number[]> {
  const latencies: number[] = [];
  const { non2xx, errors, statusCodeStats } = await autocannon({
    ...options,
    duration: Math.max(1, Math.round(seconds)),
    timeout: 30,
    setupClient: client => {
      client.on('response', (_status, _bytes, milliseconds) => latencies.push(milliseconds));
    },
  });
  if (non2xx + errors > 0) {
    throw new Error(`Requests failed (${options.url}): ${errors} errors, ${JSON.stringify(statusCodeStats)}`);
  }
  return latencies;
}

/** Sends requests until the returned function is called. */
export function startRequests(options: autocannon.Options): () => Promise<autocannon.Result> {
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const instance = autocannon({ ...options, duration: 86_400 }, (error, result) =>
    error ? reject(error) : resolve(result),
  );
  return () => {
    instance.stop();
    return promise;
  };
}

/** The value below which this part of the values is; NaN for none. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

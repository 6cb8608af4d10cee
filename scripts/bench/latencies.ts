import { request } from 'undici';

interface Requests {
  readonly urls: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
}

/**
 * Sends a request on each connection at once, again and again for `seconds`. Returns the latency of each in milliseconds.
 * @throws {Error} Thrown when a response is not a page, because such figures would mean nothing.
 */
export async function measureLatencies(
  seconds: number,
  { urls, headers, connections }: Requests,
): Promise<number[]> {
  const latencies: number[] = [];
  const end = performance.now() + seconds * 1000;
  async function measure(url: string): Promise<void> {
    const start = performance.now();
    const { statusCode, body } = await request(url, { headers });
    await body.arrayBuffer();
    if (statusCode !== 200) throw new Error(`A request failed (${url}): ${statusCode}`);
    latencies.push(performance.now() - start);
  }
  for (let sent = 0; performance.now() < end; sent++) {
    const url = urls[sent % urls.length] ?? '';
    await Promise.all(Array.from({ length: connections }, () => measure(url)));
  }
  return latencies;
}

/** A quantile of some values, such as 0.5 for their median; NaN without values. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

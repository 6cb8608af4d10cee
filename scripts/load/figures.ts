import { parseArgs } from 'node:util';

/** The steps of a run, in their order. */
export const stepNames = ['steady', 'spike', 'large', 'exports', 'restart', 'soak'] as const;

export type StepName = (typeof stepNames)[number];

/** What a run is asked to do. */
export interface Wishes {
  readonly steps: readonly StepName[];
  /** How long the soak takes, in seconds. */
  readonly soak: number;
}

const SOAK = 600;

/**
 * What the command line asks for: `--soak 60`, `--steps steady,restart`.
 * Thrown when it cannot be understood: an Error that says what could.
 */
export function readWishes(args: readonly string[]): Wishes {
  const { values } = parseArgs({
    args: [...args],
    options: { soak: { type: 'string' }, steps: { type: 'string' } },
  });
  const soak = Number(values.soak ?? SOAK);
  if (!Number.isInteger(soak) || soak < 20 || soak > 86_400) {
    throw new Error('--soak takes a whole number of seconds from 20 to 86400');
  }
  const wanted = values.steps?.split(',').map(name => name.trim()) ?? stepNames;
  if (!wanted.every(isStepName)) throw new Error(`--steps takes some of ${stepNames.join(',')}`);
  return { soak, steps: stepNames.filter(name => wanted.includes(name)) };
}

function isStepName(name: string): name is StepName {
  return stepNames.some(known => known === name);
}

/** What became of some requests. */
export interface Tally {
  readonly who: string;
  /** How often each kind of error was met: a status, a broken connection, a page that reports a failure. */
  readonly errors: ReadonlyMap<string, number>;
  readonly logouts: number;
  /** How long each request took, in milliseconds, whatever became of it. */
  readonly durations: readonly number[];
}

/** What a process has open and holds at one moment. */
export interface Sample {
  /** In bytes. */
  readonly rss: number;
  readonly handles: number;
  /** Files and sockets; NaN where the system does not tell. */
  readonly descriptors: number;
}

/** What a step has shown. */
export interface StepResult {
  readonly name: StepName;
  readonly tallies: readonly Tally[];
  /** For each replica, in the order in which they were taken. */
  readonly samples: readonly (readonly Sample[])[];
}

/** The value that this part of all values does not exceed (nearest rank); NaN of none. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

/** How many requests did not get what they asked for. A logout is one of them. */
export function failures({ errors, logouts }: Pick<Tally, 'errors' | 'logouts'>): number {
  return errors.values().reduce((total, count) => total + count, logouts);
}

/** By how much memory has grown after the warm-up: 0.1 is ten percent. NaN with too few samples to tell. */
export function growth(samples: readonly Pick<Sample, 'rss'>[]): number {
  // What a process loads, compiles and caches at first is no leak.
  const warm = samples.slice(Math.floor(samples.length * 0.2));
  const third = Math.floor(warm.length / 3);
  if (third === 0) return Number.NaN;
  const median = (part: typeof warm) =>
    percentile(
      part.map(({ rss }) => rss),
      0.5,
    );
  return median(warm.slice(-third)) / median(warm.slice(0, third)) - 1;
}

/** One of the promises, and whether it was kept. */
export interface Verdict {
  readonly promise: string;
  readonly kept: boolean;
  readonly found: string;
}

/** Tenants that are measured beside the large one. */
export const SMALL_TENANTS = 'small tenants';

/** Tenants that download slowly. */
export const SLOW_READERS = 'slow readers';

const LONGEST_P99 = 1000;
const MOST_GROWTH = 0.1;

/** The verdicts on the steps that were taken. */
export function verdicts(results: readonly StepResult[]): Verdict[] {
  const logouts = results
    .flatMap(({ tallies }) => tallies)
    .reduce((total, tally) => total + tally.logouts, 0);
  return [
    { promise: 'no logout', kept: logouts === 0, found: String(logouts) },
    ...results.flatMap(result => verdictsOn[result.name]?.(result) ?? []),
  ];
}

const verdictsOn: Partial<Record<StepName, (result: StepResult) => Verdict[]>> = {
  large: ({ tallies }) =>
    tallies
      .filter(({ who }) => who === SMALL_TENANTS)
      .map(({ durations }) => {
        const p99 = percentile(durations, 0.99);
        return {
          promise: 'small tenants beside a large one: p99 under 1 s',
          kept: p99 < LONGEST_P99,
          found: `${milliseconds(p99)} ms`,
        };
      }),
  exports: ({ tallies }) =>
    tallies
      .filter(({ who }) => who === SLOW_READERS)
      .map(tally => noFailure('no download broken or incomplete', [tally])),
  restart: ({ tallies }) => [noFailure('no failed request at the rolling restart', tallies)],
  soak: ({ samples }) =>
    samples.map((taken, index) => {
      const grown = growth(taken);
      return {
        promise: `replica ${index + 1}: memory flat (±10 %) over the soak`,
        kept: Math.abs(grown) <= MOST_GROWTH,
        found: `${grown < 0 ? '' : '+'}${(grown * 100).toFixed(1)} %`,
      };
    }),
};

function noFailure(promise: string, tallies: readonly Tally[]): Verdict {
  const requests = tallies.reduce((total, { durations }) => total + durations.length, 0);
  const failed = tallies.reduce((total, tally) => total + failures(tally), 0);
  // Nothing was shown by asking for nothing.
  return { promise, kept: failed === 0 && requests > 0, found: `${failed} of ${requests}` };
}

/** The tables of a step, as text: who asked for what, and what it took the replicas. */
export function stepTables({ tallies, samples }: Omit<StepResult, 'name'>): string {
  return [
    ...table(
      ['who', 'requests', 'errors', 'logouts', 'p50 ms', 'p99 ms'],
      tallies.map(tally => [
        tally.who,
        String(tally.durations.length),
        errorsInWords(tally.errors),
        String(tally.logouts),
        milliseconds(percentile(tally.durations, 0.5)),
        milliseconds(percentile(tally.durations, 0.99)),
      ]),
    ),
    '',
    ...table(
      [
        'replica',
        'RSS MB (start, end, max)',
        'handles (start, end, max)',
        'files and sockets (start, end, max)',
      ],
      samples.map((taken, index) => [
        String(index + 1),
        startEndMax(taken.map(({ rss }) => rss / 1024 / 1024)),
        startEndMax(taken.map(({ handles }) => handles)),
        startEndMax(taken.map(({ descriptors }) => descriptors)),
      ]),
    ),
  ].join('\n');
}

/** The verdicts as text. */
export function verdictTable(found: readonly Verdict[]): string {
  return table(
    ['verdict', 'promise', 'found'],
    found.map(({ promise, kept, found: value }) => [kept ? 'kept' : 'BROKEN', promise, value]),
  ).join('\n');
}

function errorsInWords(errors: Tally['errors']): string {
  const kinds = [...errors].map(([kind, count]) => `${count} × ${kind}`);
  return kinds.length === 0 ? '0' : kinds.join(', ');
}

function startEndMax(values: readonly number[]): string {
  if (values.length === 0) return '–';
  const largest = values.reduce((most, value) => Math.max(most, value), 0);
  return [values.at(0), values.at(-1), largest].map(value => (value ?? 0).toFixed(0)).join(', ');
}

function milliseconds(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(value < 10 ? 1 : 0);
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0)));
  const [head = '', ...body] = lines.map(line =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(' | ')
      .trimEnd(),
  );
  return [head, widths.map(width => '-'.repeat(width)).join('-|-'), ...body];
}

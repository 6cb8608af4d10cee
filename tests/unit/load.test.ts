import { describe, expect, test } from '@jest/globals';
import {
  growth,
  percentile,
  readWishes,
  type Sample,
  SLOW_READERS,
  SMALL_TENANTS,
  type StepResult,
  stepTables,
  type Tally,
  verdicts,
  verdictTable,
} from '../../scripts/load/figures';
import { readSample } from '../../scripts/load/replica';
import { keepCookies, seedTenants } from '../../scripts/load/tenants';

const tally = (change: Partial<Tally> = {}): Tally => ({
  who: 'everybody',
  errors: new Map(),
  logouts: 0,
  durations: [1, 2, 3, 4],
  ...change,
});

const samples = (...megabytes: number[]): Sample[] =>
  megabytes.map(rss => ({ rss: rss * 1024 * 1024, handles: 7, descriptors: 20 }));

const step = (name: StepResult['name'], change: Partial<StepResult> = {}): StepResult => ({
  name,
  tallies: [tally()],
  samples: [],
  ...change,
});

const kept = (...results: StepResult[]): boolean => verdicts(results).every(verdict => verdict.kept);

describe('the command line', () => {
  test('without wishes every step is taken, and the soak takes ten minutes', () => {
    expect(readWishes([])).toEqual({
      soak: 600,
      steps: ['steady', 'spike', 'large', 'exports', 'restart', 'soak'],
    });
  });

  test('steps are taken in their own order, whatever the order of the wishes', () => {
    expect(readWishes(['--soak', '60', '--steps', 'soak, steady'])).toEqual({
      soak: 60,
      steps: ['steady', 'soak'],
    });
  });

  test.each([
    ['--steps', 'steady,quick'],
    ['--steps', ''],
    ['--soak', 'long'],
    ['--soak', '5'],
    ['--forever', '1'],
  ])('%s %s is refused', (...args) => {
    expect(() => readWishes(args)).toThrow();
  });
});

describe('figures', () => {
  test('a percentile is a value that was measured, in whatever order they came', () => {
    const values = Array.from({ length: 200 }, (_, index) => 200 - index);
    expect([percentile(values, 0.5), percentile(values, 0.99), percentile(values, 1)]).toEqual([
      100, 198, 200,
    ]);
    expect(percentile([7], 0.99)).toBe(7);
    expect(percentile([], 0.5)).toBeNaN();
  });

  test('growth leaves out the warm-up, and a peak in between', () => {
    expect(growth(samples(100, 150, 200, 200, 200, 900, 200, 200, 220, 220))).toBeCloseTo(0.1);
    expect(growth(samples(1))).toBeNaN();
  });

  test('memory, handles and descriptors are read from the metrics, comments and labels aside', () => {
    const metrics = [
      '# HELP process_resident_memory_bytes Resident memory size in bytes.',
      'process_resident_memory_bytes 1048576',
      'nodejs_active_handles{type="Socket"} 3',
      'nodejs_active_handles_total 5',
    ].join('\n');
    expect(readSample(metrics)).toEqual({ rss: 1_048_576, handles: 5, descriptors: Number.NaN });
  });
});

describe('verdicts', () => {
  test('a logout in any step breaks a promise', () => {
    expect(kept(step('steady'))).toBe(true);
    expect(kept(step('steady'), step('spike', { tallies: [tally(), tally({ logouts: 1 })] }))).toBe(false);
  });

  test('an error breaks the promise of the rolling restart, and so does a restart that nobody met', () => {
    const errors = new Map([['connection to a replica', 1]]);
    expect(kept(step('restart'))).toBe(true);
    expect(kept(step('restart', { tallies: [tally({ errors })] }))).toBe(false);
    expect(kept(step('restart', { tallies: [tally({ durations: [] })] }))).toBe(false);
    expect(kept(step('spike', { tallies: [tally({ errors })] }))).toBe(true);
  });

  test('small tenants have to be served within a second, the large one need not', () => {
    const slow = { durations: [...Array(98).fill(20), 1500, 1500] };
    const large = tally({ who: 'the large tenant', ...slow });
    expect(kept(step('large', { tallies: [large, tally({ who: SMALL_TENANTS })] }))).toBe(true);
    expect(kept(step('large', { tallies: [large, tally({ who: SMALL_TENANTS, ...slow })] }))).toBe(false);
    expect(kept(step('large', { tallies: [tally({ who: SMALL_TENANTS, durations: [] })] }))).toBe(false);
  });

  test('a download that lacks lines breaks a promise', () => {
    const errors = new Map([['70 lines', 1]]);
    expect(kept(step('exports', { tallies: [tally({ who: SLOW_READERS })] }))).toBe(true);
    expect(kept(step('exports', { tallies: [tally({ who: SLOW_READERS, errors })] }))).toBe(false);
  });

  test('memory of each replica has to stay within a tenth over the soak, and to be known', () => {
    const flat = samples(100, 200, 200, 205, 210, 208, 215);
    expect(kept(step('soak', { samples: [flat, flat] }))).toBe(true);
    expect(kept(step('soak', { samples: [flat, samples(200, 200, 210, 220, 230, 240, 250)] }))).toBe(false);
    expect(kept(step('soak', { samples: [flat, samples(200, 200, 190, 180, 170, 160, 150)] }))).toBe(false);
    expect(kept(step('soak', { samples: [flat, []] }))).toBe(false);
  });
});

describe('the tables', () => {
  test('a step shows requests, errors by kind, logouts, times and what it took each replica', () => {
    const tallies = [
      tally({ errors: new Map([['status 503', 2]]), logouts: 1, durations: [5.5, 20, 1234.4] }),
      tally({ who: 'nobody', durations: [] }),
    ];
    expect(stepTables({ tallies, samples: [samples(100, 300, 200), []] })).toBe(
      [
        'who       | requests | errors         | logouts | p50 ms | p99 ms',
        '----------|----------|----------------|---------|--------|-------',
        'everybody | 3        | 2 × status 503 | 1       | 20     | 1234',
        'nobody    | 0        | 0              | 0       | –      | –',
        '',
        'replica | RSS MB (start, end, max) | handles (start, end, max) | files and sockets (start, end, max)',
        '--------|--------------------------|---------------------------|------------------------------------',
        '1       | 100, 200, 300            | 7, 7, 7                   | 20, 20, 20',
        '2       | –                        | –                         | –',
      ].join('\n'),
    );
  });

  test('a broken promise stands out', () => {
    const soak = step('soak', { samples: [samples(200, 200, 210, 220, 230, 240, 250)] });
    expect(verdictTable(verdicts([soak]))).toBe(
      [
        'verdict | promise                                      | found',
        '--------|----------------------------------------------|--------',
        'kept    | no logout                                    | 0',
        'BROKEN  | replica 1: memory flat (±10 %) over the soak | +20.0 %',
      ].join('\n'),
    );
  });
});

describe('the tenants', () => {
  test('one has 100,000 licenses, the others are small beside it', () => {
    const sizes = seedTenants().map(({ scanner }) => scanner?.licenses.length ?? 0);
    expect(sizes.at(-1)).toBe(100_000);
    expect(Math.max(...sizes.slice(0, -1))).toBe(5000);
  });

  test('an administrator keeps cookies as a browser does: the newest, and none that is taken away', () => {
    const tenant = { email: 'a@b.example', cookies: new Map([['old', '1']]) };
    keepCookies(tenant, ['session=new; Path=/; HttpOnly', 'old=; Max-Age=0']);
    expect([...tenant.cookies]).toEqual([['session', 'new']]);
  });
});

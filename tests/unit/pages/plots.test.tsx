import { describe, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { License } from '../../../server/backends/licenses';
import { bucketStarts } from '../../../server/lists/buckets';
import { createList } from '../../../server/lists/list';
import { type SortTask, sortTable } from '../../../server/lists/sort';
import { createTable } from '../../../server/lists/table';
import { activatedLicenses, nonActivatedLicenses } from '../../../server/pages/lead-capture/lists';
import { leadCapture } from '../../../server/pages/lead-capture/page';
import { bucketRanges, countRange, describeRange } from '../../../server/pages/product/count-range';
import {
  presentActivations,
  presentDistribution,
  presentMostActive,
  presentUse,
} from '../../../server/pages/product/plots';
import { BarChart } from '../../../views/components/plots/BarChart';
import { Ranks } from '../../../views/components/plots/Ranks';
import { fc } from '../../support/data/properties';

const sort = async (task: SortTask) => sortTable(task);
const dayOf = (date: string) => Date.parse(date) / (24 * 60 * 60 * 1000);

function listOf(rows: readonly Partial<License>[]) {
  const licenses = rows.map((row, index) => ({
    licenseId: `U-${index}`,
    email: `p${index}@acme.example`,
    leadsLast30Days: 0,
    leadsTotal: 0,
    activatedOn: 0,
    ...row,
  }));
  return createList(
    createTable(licenses, {
      texts: { licenseId: row => row.licenseId, email: row => row.email },
      counts: {
        leadsLast30Days: row => row.leadsLast30Days,
        leadsTotal: row => row.leadsTotal,
        activatedOn: row => row.activatedOn,
      },
    }),
    sort,
  );
}

const used = (leadsLast30Days: number) => ({ leadsLast30Days, leadsTotal: leadsLast30Days });
const lapsed = { leadsTotal: 7 };
const never = {};

/** Stats of a scanner account. Without rows, the backend sent no list. */
function statsOf(
  rows: readonly Partial<License>[] | undefined,
  { purchased = 10, claimed = rows?.length ?? 0, free = 1 } = {},
) {
  return {
    code: 'ACME',
    licensesPurchased: purchased,
    licensesClaimed: claimed,
    leadsLast30Days: 0,
    leadsTotal: 0,
    integrations: [],
    licenses: rows && {
      activated: listOf(rows),
      nonActivated: createList(
        createTable(Array(free).fill('N'), { texts: { licenseId: id => id }, counts: {} }),
        sort,
      ),
    },
  };
}

type Stats = ReturnType<typeof statsOf>;

const page = (element: ReactElement) => load(renderToStaticMarkup(element));

describe('the use bar', () => {
  const parts = (stats: Stats) =>
    presentUse(leadCapture, activatedLicenses, nonActivatedLicenses, stats)?.parts.map(
      ({ label, count, share, width }) => [label, count, share, width],
    );

  test.each([
    [
      'the backend sent no list',
      statsOf(undefined, { claimed: 3 }),
      [
        ['Active', '3', '30%', '30%'],
        ['Available', '7', '70%', '70%'],
      ],
    ],
    [
      'the list is shorter than the figures say',
      statsOf([used(1)], { claimed: 5 }),
      [
        ['Used in 30 days', '1', '10%', '10%'],
        ['Not listed', '4', '40%', '40%'],
        ['Available', '5', '50%', '50%'],
      ],
    ],
    [
      'the list is longer than the figures say',
      statsOf([used(1), lapsed], { purchased: 2, claimed: 1 }),
      [
        ['Used in 30 days', '1', '33%', '33.3%'],
        ['Used earlier only', '1', '33%', '33.3%'],
        ['Available', '1', '33%', '33.3%'],
      ],
    ],
    [
      'there are fewer than are claimed',
      statsOf([used(1), used(2)], { purchased: 1 }),
      [['Used in 30 days', '2', '100%', '100%']],
    ],
  ])('P268: adds up if %s', (_case, stats, expected) => {
    expect(parts(stats)?.filter(([, , , width]) => width !== undefined)).toEqual(expected);
  });

  test('is not shown if there are no licenses', () => {
    const none = statsOf([], { purchased: 0 });
    expect(presentUse(leadCapture, activatedLicenses, nonActivatedLicenses, none)).toBeUndefined();
  });

  test('shows a part however small, and 100% only for all', () => {
    const stats = statsOf([used(1), ...Array(2998).fill(never)], { purchased: 3000, claimed: 2999 });
    expect(parts(stats)).toEqual([
      ['Used in 30 days', '1', '<1%', '0%'],
      ['Used earlier only', '0', '0%', undefined],
      ['Never used', '2,998', '99%', '99.9%'],
      ['Available', '1', '<1%', '0%'],
    ]);
  });
});

describe('the most active people', () => {
  test('P270: are at most five with activity, in the order of the list', async () => {
    const rows = [3, 9, 0, 9, 1, 2, 4].map(count => used(count));
    const ranks = await presentMostActive(activatedLicenses, statsOf(rows));
    expect(ranks).toMatchObject({ title: 'Most active people', caption: 'Leads, last 30 days' });
    expect(ranks?.ranks.map(({ name, count, width }) => [name, count, width])).toEqual([
      ['p1@acme.example', '9', '100%'],
      ['p3@acme.example', '9', '100%'],
      ['p6@acme.example', '4', '44.4%'],
      ['p0@acme.example', '3', '33.3%'],
      ['p5@acme.example', '2', '22.2%'],
    ]);
    if (!ranks) throw new Error('There are active people');
    const $ = page(<Ranks {...ranks} />);
    expect($('li').first().text()).toBe('p1@acme.example  9');
    expect($('svg[aria-hidden=true]').length).toBe(5);
    expect(await presentMostActive(activatedLicenses, statsOf([lapsed, never]))).toBeUndefined();
  });
});

describe('the activations of the last twelve months', () => {
  const now = Date.parse('2026-11-23T12:00:00Z');
  const activated = (...dates: string[]) => listOf(dates.map(date => ({ activatedOn: dayOf(date) })));

  test('P269: are counted by month in UTC, without earlier and later ones, and named in full', () => {
    const chart = presentActivations(
      activated('2025-11-30', '2025-12-01', '2025-12-31', '2026-11-01', '2026-11-30', '2026-12-01'),
      now,
    );
    if (!chart) throw new Error('There are activations');
    expect(chart.caption).toBe('December 2025 to November 2026');
    expect(chart.bars.map(({ name, value }) => `${name} ${value}`)).toEqual([
      'Dec 2',
      'Jan 0',
      'Feb 0',
      'Mar 0',
      'Apr 0',
      'May 0',
      'Jun 0',
      'Jul 0',
      'Aug 0',
      'Sep 0',
      'Oct 0',
      'Nov 2',
    ]);
    const $ = page(<BarChart {...chart} />);
    expect($('svg').attr('role')).toBe('img');
    expect($('svg').attr('aria-label')).toMatch(
      /^Activated per month: December 2025 2, January 2026 0, .*, November 2026 2$/,
    );
    expect($('rect').length).toBe(12);
  });

  test('are not shown if there are none', () => {
    expect(presentActivations(activated('2024-01-01'), now)).toBeUndefined();
  });
});

describe('the distribution of leads', () => {
  test('P271: counts licenses by leads, and each bar leads to its list', () => {
    const stats = statsOf([never, lapsed, ...[1, 4, 5, 12, 19, 60].map(used)]);
    const chart = presentDistribution(leadCapture, activatedLicenses, stats, '10-19');
    if (!chart) throw new Error('There are licenses');
    const $ = page(<BarChart {...chart} />);
    expect($('svg').attr('role')).toBe('group');
    expect($('svg').attr('aria-label')).toBe('How many leads');
    const links = $('a')
      .toArray()
      .map(link => [$(link).text(), $(link).attr('href'), $(link).attr('aria-current')]);
    const list = (range: string) => `/leads-capture?last30=${range}#activated-licenses`;
    expect(links).toEqual([
      ['None 2', list('0'), undefined],
      ['1–4 2', list('1-4'), undefined],
      ['5–9 1', list('5-9'), undefined],
      ['10–19 2', list('10-19'), 'true'],
      ['50+ 1', list('50-'), undefined],
    ]);
    expect(
      $('text.bar-name')
        .toArray()
        .map(name => $(name).text()),
    ).toEqual(['None', '1–4', '5–9', '10–19', '20–49', '50+']);
    expect(presentDistribution(leadCapture, activatedLicenses, statsOf([]))).toBeUndefined();
  });

  test('a bar that counts anything is visible', () => {
    const stats = statsOf([...Array(1000).fill(never), used(1)]);
    const chart = presentDistribution(leadCapture, activatedLicenses, stats);
    if (!chart) throw new Error('There are licenses');
    const $ = page(<BarChart {...chart} />);
    const heights = $('rect[class^=data]')
      .toArray()
      .map(bar => $(bar).attr('height'));
    expect(heights).toEqual(['72', '2']);
  });

  test('shortens large values', () => {
    const chart = presentDistribution(leadCapture, activatedLicenses, statsOf(Array(1234).fill(never)));
    expect(chart?.bars.map(({ name, value }) => [name, value])).toEqual([
      ['None', '1.2k'],
      ['1+', '0'],
    ]);
  });
});

describe('a range of counts', () => {
  test.each([
    ['0', '0', 'None'],
    ['7', '7', '7'],
    ['007-0012', '7-12', '7–12'],
    ['1000-1999', '1000-1999', '1,000–1,999'],
    ['5-5', '5', '5'],
    ['50-', '50-', '50 or more'],
    ['1-99999999999999999999999', '1-999999999', '1–999,999,999'],
  ])('P272: %s is read as %s', (sent, range, label) => {
    expect(countRange.read(sent)).toBe(range);
    expect(describeRange(range)).toBe(label);
  });

  test.each(['', '-', '-5', '0-', '9-5', '1–4', '1-4-9', ' 1', '1.5', 'e', ['1', '2'], undefined, 3])(
    'P272: %j is no range',
    sent => {
      expect(countRange.read(sent)).toBe('');
    },
  );

  test('the ranges of a histogram cover every count once, and there are at most six', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 40 }), largest => {
        const starts = bucketStarts(largest);
        expect(starts.length).toBeLessThanOrEqual(6);
        expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
        expect(starts.at(-1)).toBeLessThanOrEqual(Math.max(1, largest));
        expect(bucketRanges(starts).map(range => countRange.read(range))).toEqual(bucketRanges(starts));
      }),
    );
  });
});

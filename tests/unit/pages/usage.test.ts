import { describe, expect, test } from '@jest/globals';
import type { ProductItem, UnclaimedItem } from '../../../server/backends/product-stats';
import { usageOf } from '../../../server/backends/usage';
import { createList } from '../../../server/lists/list';
import { type SortTask, sortTable } from '../../../server/lists/sort';
import { createTable } from '../../../server/lists/table';
import { leadCapture } from '../../../server/pages/lead-capture/product';
import { presentMostActive, presentUsage } from '../../../server/pages/product/usage';

const sort = async (task: SortTask) => sortTable(task);

function listOf(rows: readonly Partial<ProductItem>[]) {
  const licenses = rows.map((row, index) => ({
    id: `U-${index}`,
    email: `p${index}@acme.example`,
    last30Days: 0,
    total: 0,
    usage: usageOf({ last30Days: row.last30Days ?? 0, total: row.total ?? 0 }, 0),
    ...row,
  }));
  return createList<ProductItem>(
    createTable(licenses, {
      texts: { id: row => row.id, email: row => row.email },
      counts: { last30Days: row => row.last30Days, total: row => row.total, usage: row => row.usage },
    }),
    sort,
  );
}

const used = (last30Days: number) => ({ last30Days, total: last30Days });
const lapsed = { total: 7 };
const never = {};

/** Stats of a scanner account. Without rows, the backend sent no list. */
function statsOf(
  rows: readonly Partial<ProductItem>[] | undefined,
  { purchased = 10, claimed = rows?.length ?? 0, free = 1 } = {},
) {
  return {
    code: 'ACME',
    licensesPurchased: purchased,
    licensesClaimed: claimed,
    last30Days: 0,
    total: 0,
    integrations: [],
    items: rows && {
      claimed: listOf(rows),
      unclaimed: createList<UnclaimedItem>(
        createTable(Array(free).fill('N'), { texts: { id: id => id }, counts: {} }),
        sort,
      ),
    },
  };
}

type Stats = ReturnType<typeof statsOf>;

const link = (activity: string) => `/list?activity=${activity}`;

describe('the usage bar', () => {
  const parts = (stats: Stats) =>
    presentUsage(stats, leadCapture, link)?.parts.map(({ label, count, share, width }) => [
      label,
      count,
      share,
      width,
    ]);

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
        ['Used', '1', '10%', '10%'],
        ['Not listed', '4', '40%', '40%'],
        ['Available', '5', '50%', '50%'],
      ],
    ],
    [
      'the list is longer than the figures say',
      statsOf([used(1), lapsed], { purchased: 2, claimed: 1 }),
      [
        ['Used', '1', '34%', '33.3%'],
        ['Idle', '1', '33%', '33.3%'],
        ['Available', '1', '33%', '33.3%'],
      ],
    ],
    [
      'there are fewer than are claimed',
      statsOf([used(1), used(2)], { purchased: 1 }),
      [['Used', '2', '100%', '100%']],
    ],
  ])('P268: adds up if %s', (_case, stats, expected) => {
    expect(parts(stats)?.filter(([, , , width]) => width !== undefined)).toEqual(expected);
  });

  test('is not shown if there are no licenses', () => {
    const none = statsOf([], { purchased: 0 });
    expect(presentUsage(none, leadCapture, link)).toBeUndefined();
  });

  test('shows a part however small, and 100% only for all', () => {
    const stats = statsOf([used(1), ...Array(2998).fill(never)], { purchased: 3000, claimed: 2999 });
    expect(parts(stats)).toEqual([
      ['Used', '1', '<1%', '0%'],
      ['Idle', '0', '0%', undefined],
      ['Never used', '2,998', '99%', '99.9%'],
      ['Available', '1', '<1%', '0%'],
    ]);
  });
});

describe('the most active people', () => {
  test('P270: are at most five with activity, in the order of the list', async () => {
    const rows = [3, 9, 0, 9, 1, 2, 4].map(count => used(count));
    const mostActive = await presentMostActive(leadCapture, statsOf(rows));
    expect(mostActive).toMatchObject({ title: 'Most active', caption: 'Leads, last 30 days' });
    expect(mostActive?.people.map(({ name, count, width }) => [name, count, width])).toEqual([
      ['p1', '9', '100%'],
      ['p3', '9', '100%'],
      ['p6', '4', '44.4%'],
      ['p0', '3', '33.3%'],
      ['p5', '2', '22.2%'],
    ]);
    expect(await presentMostActive(leadCapture, statsOf([lapsed, never]))).toBeUndefined();
  });
});

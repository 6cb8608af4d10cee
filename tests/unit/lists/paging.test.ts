import { expect, test } from '@jest/globals';
import { pageWindow } from '../../../server/lists/paging';

test('P129: the page numbers are ascending, include a window of five and both ends, and have gaps only for omitted numbers', () => {
  for (let pages = 1; pages <= 30; pages++) {
    for (let current = 1; current <= pages; current++) {
      const items = pageWindow(current, pages);
      const offered = items.filter(item => item !== 'gap');
      expect(offered).toEqual(offered.toSorted((a, b) => a - b));
      expect(new Set(offered).size).toBe(offered.length);
      expect([offered[0], offered.at(-1)]).toEqual([1, pages]);
      expect(offered).toContain(current);
      expect(offered.length).toBeGreaterThanOrEqual(Math.min(5, pages));
      items.forEach((item, index) => {
        const [before, after] = [items[index - 1], items[index + 1]];
        if (item === 'gap') expect(Number(after) - Number(before)).toBeGreaterThan(1);
        else if (typeof after === 'number') expect(after - item).toBe(1);
      });
    }
  }
});

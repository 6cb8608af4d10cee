import type { Tab } from '../../../scripts/browsers/tab';

export interface Limits {
  /** Whether the rows of a list have one height: the usual names, addresses and IDs fit into it. */
  readonly rowsAreAlike: boolean;
}

/** Returns what stands wrong on a page, as it is in its window. */
export async function measure(tab: Tab, limits: Limits): Promise<string[]> {
  return tab.read(findProblems, limits);
}

/** Runs in the browser. */
function findProblems({ rowsAreAlike }: Limits): string[] {
  const problems = new Set<string>();
  const describe = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${(element.getAttribute('aria-label') ?? element.textContent).trim().replaceAll(/\s+/g, ' ').slice(0, 40)}”`;
  const visible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
  };
  const all = (selector: string, root: ParentNode = document) =>
    [...root.querySelectorAll<HTMLElement>(selector)].filter(visible);
  const isOver = (element: Element): boolean => {
    for (let each: Element | null = element; each; each = each.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(each).position) || each.matches('[popover], dialog'))
        return true;
    }
    return false;
  };

  const isClipped = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement));

  const width = document.documentElement.clientWidth;
  // What sticks out of it needs no lines of its own.
  if (document.documentElement.scrollWidth > width)
    return [`the page is ${document.documentElement.scrollWidth} px wide`];

  for (const element of all('body *')) {
    if (element.closest('svg, .visually-hidden, .skip-link')) continue;
    const box = element.getBoundingClientRect();
    const hasText = [...element.childNodes].some(
      node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    if (!hasText && !element.matches('button, a, input, select, textarea')) continue;
    if (hasText && parseFloat(getComputedStyle(element).fontSize) < 13) {
      problems.add(`a text of ${getComputedStyle(element).fontSize}: ${describe(element)}`);
    }
    if (isClipped(element)) continue;
    if (box.left < -1 || box.right > width + 1) problems.add(`outside of the window: ${describe(element)}`);
    const card = element.closest('.panel');
    if (card && !isOver(element)) {
      const frame = card.getBoundingClientRect();
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1)
        problems.add(`outside of its card: ${describe(element)}`);
    }
  }

  const controls = all('main :is(a, button, input, select, textarea, summary)').filter(
    control => !isOver(control) && !isClipped(control),
  );
  const boxes = controls.map(control => ({ control, rects: [...control.getClientRects()] }));
  boxes.forEach(({ control, rects }, index) => {
    for (const other of boxes.slice(index + 1)) {
      if (control.contains(other.control) || other.control.contains(control)) continue;
      const isUnder = rects.some(a =>
        other.rects.some(
          b =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5,
        ),
      );
      if (isUnder)
        problems.add(`one control under another: ${describe(control)} and ${describe(other.control)}`);
    }
  });

  for (const text of all('main :is(code, bdi, a[dir])')) {
    const { overflowX, display } = getComputedStyle(text);
    const cuts = overflowX !== 'visible' && display !== 'inline' && text.scrollWidth > text.clientWidth + 1;
    const cell = text.closest('td, th, li');
    const cellCuts =
      cell !== null &&
      getComputedStyle(cell).overflowX !== 'visible' &&
      text.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1;
    if (cuts || cellCuts) problems.add(`cut: ${describe(text)}`);
  }

  for (const table of all('main table')) {
    const rows = all('tbody tr', table);
    const heights = [...new Set(rows.map(row => Math.round(row.getBoundingClientRect().height)))];
    if (
      rowsAreAlike &&
      table.matches('.list') &&
      heights.length > 0 &&
      Math.max(...heights) - Math.min(...heights) > 1
    )
      problems.add(
        `rows are ${heights.toSorted((a, b) => a - b).join(', ')} px high in ${describe(table).slice(0, 60)}`,
      );
    if (getComputedStyle(table).display !== 'table') continue;
    const lefts = new Map<string, Set<number>>();
    for (const row of all('tr', table)) {
      if (getComputedStyle(row).display !== 'table-row') continue;
      let column = 0;
      for (const cell of row.children) {
        const { colSpan } = cell as HTMLTableCellElement;
        if (colSpan === 1 && visible(cell)) {
          const note = (what: string, x: number) => {
            const key = `${what} ${column}`;
            lefts.set(key, (lefts.get(key) ?? new Set()).add(Math.round(x)));
          };
          note('column', cell.getBoundingClientRect().left);
          const copy = cell.matches('td') && cell.querySelector('code + button');
          if (rowsAreAlike && copy && visible(copy))
            note('copy buttons of column', copy.getBoundingClientRect().left);
        }
        column += colSpan;
      }
    }
    for (const [what, at] of lefts) {
      if (Math.max(...at) - Math.min(...at) > 2)
        problems.add(`${what} at ${[...at].join(', ')} px in ${describe(table).slice(0, 60)}`);
    }
  }

  for (const dialog of all('dialog')) {
    const parts = all(':scope > *', dialog).map(part => part.getBoundingClientRect());
    const content = Math.max(...parts.map(({ bottom }) => bottom)) - Math.min(...parts.map(({ top }) => top));
    const { height } = dialog.getBoundingClientRect();
    if (height > content + 48 + 2)
      problems.add(`a dialog of ${Math.round(height)} px for ${Math.round(content)} px`);
    const gaps = parts.slice(1).map((part, index) => part.top - (parts[index]?.bottom ?? 0));
    if (gaps.some(gap => gap > 48)) problems.add('the parts of a dialog stand far apart');
  }

  for (const popup of all(':popover-open')) {
    const box = popup.getBoundingClientRect();
    const opener = document.querySelector(`[popovertarget="${popup.id}"]`)?.getBoundingClientRect();
    if (box.left < 0 || box.right > width || box.top < 0 || box.bottom > innerHeight + 1)
      problems.add(
        `a popup outside of the window: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`,
      );
    if (!opener) continue;
    const apart = Math.max(
      opener.top - box.bottom,
      box.top - opener.bottom,
      opener.left - box.right,
      box.left - opener.right,
    );
    if (apart > 16 || apart < -1) problems.add(`a popup is ${Math.round(apart)} px from its button`);
  }
  return [...problems];
}

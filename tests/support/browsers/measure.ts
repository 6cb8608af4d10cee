import type { Tab } from '../../../scripts/browsers/tab';

/** Returns the faults of the page's layout in its window. */
export async function measure(tab: Tab): Promise<string[]> {
  return tab.read(findProblems);
}

/** Runs in the browser. */
function findProblems(): string[] {
  const problems = new Set<string>();
  const describe = (element: Element) => {
    const text = element.getAttribute('aria-label') ?? element.textContent ?? '';
    const name = [element.localName, ...element.classList].join('.');
    return `${name} “${text.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}”`;
  };
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
  };
  const all = (selector: string, root: ParentNode = document) =>
    [...root.querySelectorAll<HTMLElement>(selector)].filter(isVisible);
  /** Whether the test holds for an element or an ancestor. Each element is tested once. */
  const orAround = (test: (element: Element) => boolean) => {
    const known = new Map<Element, boolean>();
    const ask = (element: Element | null): boolean => {
      if (element === null) return false;
      const answer = known.get(element) ?? (test(element) || ask(element.parentElement));
      known.set(element, answer);
      return answer;
    };
    return ask;
  };
  const isClipped = orAround(element => getComputedStyle(element).clipPath !== 'none');
  const isOver = orAround(
    element =>
      element.matches('[popover], dialog, .menu') ||
      ['fixed', 'sticky'].includes(getComputedStyle(element).position),
  );
  const overlap = (a: DOMRect, b: DOMRect): DOMRect => {
    const [x, y] = [Math.max(a.left, b.left), Math.max(a.top, b.top)];
    const [right, bottom] = [Math.min(a.right, b.right), Math.min(a.bottom, b.bottom)];
    return new DOMRect(x, y, Math.max(0, right - x), Math.max(0, bottom - y));
  };
  const clips = new Map<Element, DOMRect>();
  /** The part of the page in which an element shows what it contains. */
  const clipOf = (element: Element | null): DOMRect => {
    if (element === null) return new DOMRect(-1e6, -1e6, 2e6, 2e6);
    let clip = clips.get(element);
    if (clip === undefined) {
      clip = clipOf(element.parentElement);
      if (getComputedStyle(element).overflowX !== 'visible' && element !== document.body)
        clip = overlap(clip, element.getBoundingClientRect());
      clips.set(element, clip);
    }
    return clip;
  };
  const shownBox = (element: Element) =>
    overlap(element.getBoundingClientRect(), clipOf(element.parentElement));
  const textsOf = (element: Element) =>
    [...element.childNodes].filter(node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  /** The boxes of a control, or of the text of a link, whose target may reach over its neighbors. */
  const shownBoxes = (element: Element) => {
    const isText = getComputedStyle(element).display === 'inline';
    const boxes = (isText ? textsOf(element) : [element]).flatMap(part => {
      const range = document.createRange();
      range.selectNode(part);
      return [...(part instanceof Element ? part : range).getClientRects()];
    });
    return boxes.map(box => overlap(box, clipOf(element.parentElement)));
  };
  const differ = (figures: readonly number[], by: number) => Math.max(...figures) - Math.min(...figures) > by;
  const list = (figures: Iterable<number>) => [...new Set(figures)].toSorted((a, b) => a - b).join(', ');

  const width = document.documentElement.clientWidth;
  // All that sticks out of it needs no lines of its own.
  if (document.documentElement.scrollWidth > width)
    return [`the page is ${document.documentElement.scrollWidth} px wide`];

  for (const element of all('body *')) {
    if (element.closest('svg, .visually-hidden, .skip-link')) continue;
    const hasText = textsOf(element).length > 0;
    if (!hasText && !element.matches('button, a, input, select, textarea')) continue;
    const { fontSize, borderTopStyle } = getComputedStyle(element);
    if (borderTopStyle === 'outset') problems.add(`drawn by the browser: ${describe(element)}`);
    if (hasText && parseFloat(fontSize) < 13) problems.add(`a text of ${fontSize}: ${describe(element)}`);
    if (isClipped(element)) continue;
    const boxes = shownBoxes(element).filter(box => box.width > 0);
    if (boxes.some(({ left, right }) => left < -1 || right > width + 1))
      problems.add(`outside of the window: ${describe(element)}`);
    const frame = isOver(element) ? undefined : element.closest('.panel')?.getBoundingClientRect();
    const isOutside = ({ left, right, bottom }: DOMRect) =>
      frame && (left < frame.left - 1 || right > frame.right + 1 || bottom > frame.bottom + 1);
    if (boxes.some(isOutside)) problems.add(`outside of its card: ${describe(element)}`);
  }

  const promises = document.body.innerText.match(/\bnothing (is|was|will be) (sent|removed)\b/gi) ?? [];
  if (promises.length > 1) problems.add(`said more than once: ${promises.join(', ')}`);

  const controls = all('main :is(a, button, input, select, textarea, summary)').filter(
    control => !isOver(control) && !isClipped(control),
  );
  const texts = all('main :is(code, bdi)').filter(text => !isOver(text));
  const places = [...controls, ...texts].map(element => ({ element, boxes: shownBoxes(element) }));
  for (const [index, { element: control, boxes }] of places.slice(0, controls.length).entries()) {
    for (const { element, boxes: others } of places.slice(index + 1)) {
      if (control.contains(element) || element.contains(control)) continue;
      const isUnder = boxes.some(a =>
        others.some(
          b =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5,
        ),
      );
      if (isUnder) problems.add(`one under the other: ${describe(control)} and ${describe(element)}`);
    }
  }

  // An unusual name or text may be cut or need lines of its own, and a job title may be cut: its title has all of it.
  const isUsual = (text: HTMLElement) => text.innerText.length <= (text.matches('bdi:not([dir])') ? 17 : 42);
  for (const text of all('main :is(code, bdi:not(td > .muted, .most-active *), a[dir])')) {
    if (text.matches('bdi:not([dir])') && !isUsual(text)) continue;
    const isCut = getComputedStyle(text).overflowX !== 'visible' && text.scrollWidth > text.clientWidth + 1;
    if (isCut || text.getBoundingClientRect().right > shownBox(text).right + 1)
      problems.add(`cut: ${describe(text)}`);
  }

  for (const caption of all('.facts dt'))
    if (caption.getBoundingClientRect().height > 30) problems.add(`two lines: ${describe(caption)}`);
  const baseLineOf = (text: HTMLElement) => {
    const mark = text.appendChild(document.createElement('i'));
    mark.style.display = 'inline-block';
    const { bottom } = mark.getBoundingClientRect();
    mark.remove();
    return bottom;
  };
  for (const facts of all('.facts').filter(({ clientWidth }) => clientWidth > 1000)) {
    const lines = all('strong, dd', facts).map(baseLineOf);
    if (differ(lines, 1)) problems.add(`figures on base lines at ${list(lines)} px`);
  }
  for (const head of all('.panel > table:first-child tr:first-child > th'))
    if (parseFloat(getComputedStyle(head).borderTopWidth) > 0) problems.add(`two edges: ${describe(head)}`);

  for (const table of all('main table')) {
    const isTable = getComputedStyle(table).display === 'table';
    const name = describe(table).slice(0, 60);
    // The heading of a group and the links to its pages have one cell.
    const rows = all('tbody tr:not(:has(> :only-child))', table).filter(row =>
      all('bdi, code, a[dir]', row).every(isUsual),
    );
    // A block is as high as what its row has.
    const partsOf = (row: HTMLElement) => all(':is(th, td):not(:empty), .someone .muted', row).length;
    for (const alike of Map.groupBy(rows, row => (isTable ? 0 : partsOf(row))).values()) {
      const heights = alike.map(row => Math.round(row.getBoundingClientRect().height));
      const highest = alike[heights.indexOf(Math.max(...heights))];
      if (highest && table.matches('.list:not(:has(.someone, mark))') && differ(heights, 2))
        problems.add(`rows of ${list(heights)} px in ${name}: ${describe(highest)}`);
    }
    if (!isTable) continue;
    const lefts = new Map<string, number[]>();
    for (const row of all('tr', table).filter(row => !isClipped(row))) {
      let column = 0;
      for (const cell of row.querySelectorAll<HTMLTableCellElement>(':scope > :is(td, th)')) {
        const note = (what: string, element: Element | null) => {
          if (element === null || !isVisible(element) || cell.colSpan > 1) return;
          const key = `${what} ${column}`;
          lefts.set(key, [...(lefts.get(key) ?? []), Math.round(element.getBoundingClientRect().left)]);
        };
        note('column', cell);
        note('the copy buttons of column', cell.querySelector('code + button'));
        column += cell.colSpan;
      }
    }
    for (const [what, at] of lefts) if (differ(at, 2)) problems.add(`${what} at ${list(at)} px in ${name}`);
  }

  for (const dialog of all('dialog')) {
    const parts = all(':scope > *', dialog).map(part => part.getBoundingClientRect());
    const content = Math.max(...parts.map(({ bottom }) => bottom)) - Math.min(...parts.map(({ top }) => top));
    const { height } = dialog.getBoundingClientRect();
    if (height > content + 50) problems.add(`a dialog of ${height} px for ${content} px`);
    if (parts.some(({ bottom }, index) => (parts[index + 1]?.top ?? bottom) - bottom > 48))
      problems.add('the parts of a dialog stand far apart');
  }

  for (const popup of all(':popover-open, .split [open] .menu')) {
    const box = popup.getBoundingClientRect();
    const button = document.querySelector(`[popovertarget="${popup.id}"]`) ?? popup.previousElementSibling;
    const opener = button?.getBoundingClientRect();
    if (!opener) continue;
    const broken = all('small', popup).filter(
      name => name.getClientRects().length > 0 && name.scrollWidth > name.clientWidth,
    );
    for (const { textContent } of broken) problems.add(`the name of a file is cut: ${textContent}`);
    if (box.left < 0 || box.right > width || box.top < 0 || box.bottom > innerHeight + 1)
      problems.add(`a popup outside of the window: ${[box.left, box.top, box.right, box.bottom]}`);
    const apart = Math.max(
      opener.top - box.bottom,
      box.top - opener.bottom,
      opener.left - box.right,
      box.left - opener.right,
    );
    if (apart > 16) problems.add(`a popup is ${apart} px from its button`);
  }
  return [...problems];
}

import type { CDPSession, Page } from 'puppeteer-core';

interface Look {
  readonly width: number;
  readonly dark?: boolean;
  /** Whether the pointer is a finger. */
  readonly touch?: boolean;
  readonly forcedColors?: boolean;
}

/** Shows a page as devices and settings have it, without another visit. */
export async function look(
  devTools: CDPSession,
  { width, dark = false, touch = false, forcedColors = false }: Look,
): Promise<void> {
  await devTools.send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
      { name: 'prefers-reduced-motion', value: 'reduce' },
      { name: 'forced-colors', value: forcedColors ? 'active' : 'none' },
    ],
  });
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: touch });
  const metrics = { width, height: 900, deviceScaleFactor: 1, mobile: false };
  await devTools.send('Emulation.setDeviceMetricsOverride', metrics);
}

/** The default sizes of text that browsers are set to, in pixels: 200 % is 32 (WCAG 1.4.4). The page keeps the last one. */
const LARGER_TEXTS = [20, 24, 32];
const USUAL_TEXT = 16;

/** The least width of each layout of the style sheets, where it is tightest, and the greatest. */
const TIGHT_WIDTHS = [320, 360, 761, 1001, 1200, 1360, 1920];
/** The same for the layouts of lists, whose width is that of the window without its edges and, from 1200 px, its menu. */
const TIGHT_WIDTHS_OF_LISTS = [387, 627, 787, 947, 1043, 1075, 1213, 1309, 1341, 1469, 1533];
const ALL_WIDTHS = [...TIGHT_WIDTHS, ...TIGHT_WIDTHS_OF_LISTS];

/**
 * Returns the faults of the layout at these widths and, with larger texts, at the ends of a range: for a page whose parts other
 * pages have, too, at fewer. Replaces the page by a copy in a frame.
 */
export async function wrongAtAnyWidth(
  page: Page,
  devTools: CDPSession,
  hasNewParts: boolean,
): Promise<string[]> {
  await page.evaluate(moveIntoFrame);
  const found: string[] = [];
  const measureAt = async (size: number, widths: readonly number[]) => {
    await devTools.send('Page.setFontSizes', { fontSizes: { standard: size } });
    found.push(
      ...(await page.evaluate(wrongInFrame, widths)).map(problem => `text of ${size} px: ${problem}`),
    );
  };
  for (const size of hasNewParts ? LARGER_TEXTS : LARGER_TEXTS.slice(-1)) await measureAt(size, [320, 1440]);
  await measureAt(USUAL_TEXT, hasNewParts ? ALL_WIDTHS : TIGHT_WIDTHS);
  return found;
}

/** Replaces the page by a copy in a frame, which is laid out at one width after the other without being drawn. Runs in the page. */
async function moveIntoFrame(): Promise<void> {
  const all = (root: ParentNode, selector: string) => [...root.querySelectorAll<HTMLElement>(selector)];
  // A dialog that the server has opened becomes modal when the browser is idle, which fails outside of a page.
  while (document.querySelector('[data-frame][inert]')) await new Promise(requestAnimationFrame);
  // Markup does not say what is checked, and what is open above the page.
  const checked = all(document, 'input').map(input => input.matches(':checked'));
  const opened = all(document, '[popover]').map(popover => popover.matches(':popover-open'));
  const modal = all(document, 'dialog').map(dialog => dialog.matches(':modal'));

  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  for (const element of copy.querySelectorAll('script, noscript')) element.remove();
  const frame = document.createElement('iframe');
  frame.srcdoc = `<!DOCTYPE html>${copy.outerHTML}`;
  frame.height = '900';
  const loaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }));
  document.body.replaceChildren(frame);
  await loaded;
  const shown = frame.contentDocument as Document;
  for (const [index, input] of all(shown, 'input').entries())
    (input as HTMLInputElement).checked = checked[index] === true;
  for (const [index, popover] of all(shown, '[popover]').entries()) if (opened[index]) popover.showPopover();
  for (const [index, dialog] of (all(shown, 'dialog') as HTMLDialogElement[]).entries()) {
    if (!modal[index]) continue;
    dialog.open = false;
    dialog.showModal();
  }
}

/** Returns elements outside of the frame's window, and lists whose rows differ in height, with the widths. Runs in the page. */
async function wrongInFrame(widths: readonly number[]): Promise<string[]> {
  const all = (root: ParentNode, selector: string) => [...root.querySelectorAll<HTMLElement>(selector)];
  const frame = document.querySelector('iframe') as HTMLIFrameElement;
  const { contentDocument: shown, contentWindow: view } = frame as unknown as {
    readonly contentDocument: Document;
    readonly contentWindow: typeof globalThis;
  };
  const isCut = (element: Element | null): boolean =>
    element !== null &&
    (view.getComputedStyle(element).overflowX !== 'visible' ||
      view.getComputedStyle(element).clipPath !== 'none' ||
      isCut(element.parentElement));
  // Without the shapes of icons.
  const elements = [...shown.body.querySelectorAll('*:not(svg *, option)')];
  // An unusual name or text may need lines of its own. The heading of a group has one cell.
  const isUsual = (text: HTMLElement) =>
    text.textContent.length <= (text.matches('bdi:not([dir])') ? 17 : 42);
  // Larger text may need lines of its own, too.
  const isLargeText = view.getComputedStyle(shown.documentElement).fontSize !== '16px';
  const rowsOfLists = isLargeText
    ? []
    : all(shown, 'main .list:not(:has(.someone, mark))').map(list => ({
        list,
        rows: all(list, 'tbody tr:not(:has(> :only-child))').filter(row =>
          all(row, 'bdi, code, a[dir]').every(isUsual),
        ),
      }));
  const isTable = (list: HTMLElement) => view.getComputedStyle(list).display === 'table';
  // A block is as high as what its row has.
  const partsOf = (row: HTMLElement) => all(row, ':is(th, td):not(:empty), .someone .muted').length;
  const findUneven = () => {
    for (const { list, rows } of rowsOfLists) {
      for (const alike of Object.values(Object.groupBy(rows, row => (isTable(list) ? 0 : partsOf(row))))) {
        const heights = (alike ?? []).map(row => Math.round(row.getBoundingClientRect().height));
        const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
        if (highest - lowest <= 2) continue;
        const text = alike?.[heights.indexOf(highest)]?.innerText.replaceAll(/\s+/g, ' ').slice(0, 60);
        return `rows of ${lowest} and ${highest} px: ${text}`;
      }
    }
    return undefined;
  };
  // A short line of a comparison is no higher than the person beside it, in wide windows.
  const findHigh = () => {
    const rows = view.innerWidth < 1440 ? [] : all(shown, 'main .list tbody tr:has(.someone):has(mark)');
    const high = rows.find(row => {
      const texts = all(row, '.line, bdi, a[dir]');
      return texts.every(isUsual) && row.getBoundingClientRect().height > 60;
    });
    return high && `a row of ${high.getBoundingClientRect().height} px: ${high.innerText.slice(0, 60)}`;
  };
  const findSort = () => {
    const order = shown.querySelector('button:has(+ .sheet > .order)');
    const heads = shown.querySelector('main .list thead');
    if (!order || !heads) return undefined;
    const canClick = view.getComputedStyle(heads).clipPath === 'none';
    return order.checkVisibility() === canClick
      ? 'a list with both or neither of headings and a select to sort'
      : undefined;
  };
  const findProblem = () => {
    const { clientWidth, scrollWidth } = shown.documentElement;
    const outside = elements.find(element => {
      const { left, right } = element.getBoundingClientRect();
      const isInside = left >= -1 && right <= clientWidth + 1;
      return !isInside && element.checkVisibility({ visibilityProperty: true }) && !isCut(element);
    });
    if (outside) return `outside: ${outside.outerHTML.slice(0, 150)}`;
    return scrollWidth > clientWidth
      ? 'the page scrolls sideways'
      : (findUneven() ?? findHigh() ?? findSort());
  };
  const found = new Map<string, number[]>();
  for (const width of widths) {
    frame.width = String(width);
    if (findProblem() === undefined) continue;
    // Container queries may still have the answer for the last width.
    await new Promise(requestAnimationFrame);
    const problem = findProblem();
    if (problem) found.set(problem, [...(found.get(problem) ?? []), width]);
  }
  return [...found].map(([problem, widths]) => `${problem} at ${widths[0]}–${widths.at(-1)} px`);
}

/** Removes the rows that have the same markup as the five before them. Runs in the page. */
export function keepFiveRows(): void {
  for (const row of document.querySelectorAll('tbody tr:nth-child(n+6)')) row.remove();
  // The bar of a selection covers no row at the end of the page.
  if (document.querySelector('tbody :checked'))
    document.documentElement.scrollTop = document.documentElement.scrollHeight;
}

/** Returns the controls that are too small for a finger, and the fields into which a phone would zoom. Runs in the page. */
export function hardToTouch(): string[] {
  const controls = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button:enabled, input:not([type=hidden]), select, textarea, summary',
    ),
  ].filter(control => control.checkVisibility({ visibilityProperty: true }));
  return controls.flatMap(control => {
    const isBox = control.matches('[type=checkbox], [type=radio]');
    const { width, height } = ((isBox && control.closest('label')) || control).getBoundingClientRect();
    // The target of a small control is this pseudo-element.
    const after = getComputedStyle(control, '::after');
    const size = [
      [width, after.width],
      [height, after.height],
    ].map(([own, larger]) => Math.max(Number(own), Number.parseFloat(String(larger)) || 0));
    const isField = control.matches('input:not([type=checkbox], [type=radio]), select, textarea');
    const isClipped =
      getComputedStyle(control.closest('thead, .visually-hidden') ?? control).clipPath !== 'none';
    // A link in a text may be as high as its line. The name of a figure is no text.
    const isInText = control.matches('p a, li p a') && !control.matches('.button, .available a');
    const name = control.ariaLabel ?? control.textContent.trim().slice(0, 40);
    return [
      ...(isField && Number.parseFloat(getComputedStyle(control).fontSize) < 16
        ? [`a text of ${getComputedStyle(control).fontSize} in ${name}`]
        : []),
      ...(Math.min(...size) < 44 && !isClipped && !isInText ? [`${size.join(' × ')} px: ${name}`] : []),
    ];
  });
}

/** Returns red buttons without a white text, and overlays that are not lighter than the cards below them. Runs in the page. */
export function wrongInTheDark(): string[] {
  const visible = (selector: string) =>
    [...document.querySelectorAll(selector)].filter(element => element.checkVisibility());
  const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  const darkest = (element: Element) => Math.min(...channels(getComputedStyle(element).backgroundColor));
  const isWhiteOnRed = (button: Element) => {
    const { color, backgroundColor } = getComputedStyle(button);
    const [red = 0, ...others] = channels(backgroundColor);
    return Math.min(...channels(color)) === 255 && red > 3 * Math.max(...others);
  };
  const [card] = visible('.panel');
  return [
    ...visible('.danger:not(.quiet)')
      .filter(button => !isWhiteOnRed(button))
      .map(button => `not white on red: ${button.textContent}`),
    ...visible('.selection-bar, .toast, :popover-open, .split [open] .menu')
      .filter(overlay => card && darkest(overlay) <= darkest(card))
      .map(overlay => `not lighter than a card: ${overlay.className}`),
  ];
}

/** Returns the controls that forced colors leave without an edge, and moving elements. Runs in the page. */
export function withoutEdge(): string[] {
  const isEdge = (style: CSSStyleDeclaration) =>
    (style.borderStyle !== 'none' && Number.parseFloat(style.borderWidth) >= 1) ||
    style.outlineStyle !== 'none';
  const controls = document.querySelectorAll<HTMLElement>(
    '.button, input:not([type=hidden], [type=file]), select, textarea',
  );
  return [...controls]
    .filter(control => control.checkVisibility({ visibilityProperty: true }))
    .filter(
      control => !control.matches('[type=checkbox], [type=radio]') && !isEdge(getComputedStyle(control)),
    )
    .map(control => `no edge: ${control.ariaLabel ?? control.textContent.trim()}`)
    .concat(document.getAnimations().map(animation => `moves: ${animation.id || animation}`));
}

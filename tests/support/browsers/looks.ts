import type { CDPSession, Page } from 'puppeteer-core';

const WIDTHS = Array.from({ length: 101 }, (_, step) => 320 + 16 * step);

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
  await resize(devTools, width);
}

function resize(devTools: CDPSession, width: number): Promise<unknown> {
  const metrics = { width, height: 900, deviceScaleFactor: 1, mobile: false };
  return devTools.send('Emulation.setDeviceMetricsOverride', metrics);
}

/** Elements of a page without the shapes of icons, and without rows that have the same markup as the rows before them. */
const ELEMENTS = '*:not(svg *, option, tbody tr:nth-child(n+6) *)';

/** Returns what stands outside of a window of each width from 320 to 1920 px, with the widths. */
export async function outsideAtAnyWidth(page: Page, devTools: CDPSession): Promise<string[]> {
  const found = new Map<string, number[]>();
  for (const width of WIDTHS) {
    await resize(devTools, width);
    for (const problem of await page.evaluate(findOutside, ELEMENTS))
      found.set(problem, [...(found.get(problem) ?? []), width]);
  }
  return [...found].map(([problem, widths]) => `${problem} at ${widths[0]}–${widths.at(-1)} px`);
}

/** Runs in the page. */
function findOutside(elements: string): string[] {
  const width = document.documentElement.clientWidth;
  const isCut = (element: Element | null): boolean =>
    element !== null &&
    (getComputedStyle(element).overflowX !== 'visible' ||
      getComputedStyle(element).clipPath !== 'none' ||
      isCut(element.parentElement));
  const outside = [...document.body.querySelectorAll(elements)].find(element => {
    const { left, right } = element.getBoundingClientRect();
    const isInside = left >= -1 && right <= width + 1;
    return !isInside && element.checkVisibility({ visibilityProperty: true }) && !isCut(element);
  });
  const isScrolled = document.documentElement.scrollWidth > width;
  return [
    ...(outside ? [`outside: ${outside.outerHTML.slice(0, 150)}`] : []),
    ...(isScrolled && !outside ? ['the page scrolls sideways'] : []),
  ];
}

/** Returns the controls that are too small for a finger, and the fields into which a phone would zoom. Runs in the page. */
export function hardToTouch(): string[] {
  const controls = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button:enabled, input:not([type=hidden]), select, textarea, summary',
    ),
  ].filter(
    control =>
      control.checkVisibility({ visibilityProperty: true }) && !control.closest('tbody tr:nth-child(n+3)'),
  );
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
    // A link in a text may be as high as its line.
    const isInText = control.matches('p a, li p a') && !control.matches('.button');
    const name = control.ariaLabel ?? control.textContent.trim().slice(0, 40);
    return [
      ...(isField && Number.parseFloat(getComputedStyle(control).fontSize) < 16
        ? [`a text of ${getComputedStyle(control).fontSize} in ${name}`]
        : []),
      ...(Math.min(...size) < 44 && !isClipped && !isInText ? [`${size.join(' × ')} px: ${name}`] : []),
    ];
  });
}

/** Returns the controls that forced colors leave without an edge, and what moves. Runs in the page. */
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

/**
 * After an action, a search, a sort or a page change, moves the focus to the list in the URL fragment: to its message
 * about the action, or else to its heading, or the heading of its group. None gets a ring.
 */
export function focusAnchor(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'navigate') return;
  // Browsers set the target, and remove the focus from any other element, only when they have scrolled to it.
  const focusLater = () => requestAnimationFrame(() => requestAnimationFrame(focusTarget));
  if (document.readyState === 'complete') focusLater();
  else addEventListener('load', focusLater);
}

function focusTarget(): void {
  if (document.activeElement !== document.body) return;
  const list = document.querySelector(':target')?.closest('section, tbody');
  const target =
    list?.querySelector<HTMLElement>('[data-focus-target]') ?? list?.querySelector<HTMLElement>('h2, th');
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

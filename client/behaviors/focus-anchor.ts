/**
 * After an action, a search, a sort or a page change, moves the focus to the target of the URL fragment: the action of a
 * row, or the heading of a list.
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
  const anchor = document.querySelector(':target');
  const target = (anchor?.closest('tr') ?? anchor)?.querySelector<HTMLElement>('[data-dialog], h2');
  if (!target) return;
  if (target.tagName === 'H2') target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

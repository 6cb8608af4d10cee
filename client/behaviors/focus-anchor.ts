/**
 * Moves the focus to the target of the URL fragment after an action, a search, a sort or a page change: to the action of a
 * row, else to the heading of the list. The browser has already scrolled there.
 */
export function focusAnchor(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'navigate' || document.activeElement !== document.body) return;
  const place = document.querySelector(':target');
  const target = place?.querySelector<HTMLElement>(place.tagName === 'TR' ? 'a[data-confirm]' : 'h2');
  if (!target) return;
  if (target.tagName === 'H2') target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

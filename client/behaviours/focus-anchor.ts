/**
 * Moves the focus to the place that the address names after an action, a search, a sort or a page: the action of a row
 * that took the place of a removed one, else the heading of the list. The browser itself has scrolled there.
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

/** Starts what only some pages need, and loads its scripts. */
export function pageScripts(): void {
  if (
    document.querySelector(
      'search, [data-selection], [data-removal], [data-letter], [data-title], form[action^="/removals/run"]',
    )
  )
    void import('../page-scripts');
}

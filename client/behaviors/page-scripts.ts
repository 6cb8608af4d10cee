/** Loads and starts the scripts that only some pages need. */
export function pageScripts(): void {
  if (
    document.querySelector(
      'search, [data-selection], [data-removal], [data-letter], [data-title], form[action^="/removals/"]',
    )
  )
    void import('../page-scripts');
}

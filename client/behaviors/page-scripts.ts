/** Loads the scripts that only some pages need. */
export function pageScripts(): void {
  if (document.querySelector('[data-selection], [data-letter], [data-print], [data-title]'))
    import('../page-scripts').catch(reportError);
}

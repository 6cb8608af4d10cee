/** Loads the scripts of pages with rows to select or a letter to edit. */
export function pageScripts(): void {
  if (document.querySelector('[data-selection], [data-letter]')) import('../page-scripts').catch(reportError);
}

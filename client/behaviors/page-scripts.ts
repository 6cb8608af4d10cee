/** Loads the scripts of pages with rows to select, a letter to edit, or a button that prints. */
export function pageScripts(): void {
  if (document.querySelector('[data-selection], [data-letter], [data-print]'))
    import('../page-scripts').catch(reportError);
}

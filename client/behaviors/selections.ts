/** Loads the row selection on pages with a selectable list. */
export function selections(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-selection]');
  if (form) import('../selection').then(({ startSelection }) => startSelection(form), reportError);
}

/** Loads what selects rows, on pages with a list that can be selected from. */
export function selections(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-selection]');
  if (form) import('../selection').then(({ startSelection }) => startSelection(form), reportError);
}

/** Shows the `data-busy-label` of a button or link in place of its label. */
export function setBusy(control: HTMLElement): void {
  const label = control.querySelector<HTMLElement>(':scope > span');
  const { busyLabel } = control.dataset;
  if (!label || busyLabel === undefined || label.hidden) return;
  const busy = document.createElement('span');
  busy.dataset.busy = '';
  busy.textContent = busyLabel;
  label.hidden = true;
  label.after(busy);
}

export function setIdle(control: HTMLElement): void {
  const busy = control.querySelector('[data-busy]');
  const label = busy?.previousElementSibling;
  if (label instanceof HTMLElement) label.hidden = false;
  busy?.remove();
}

/** Calls `onStop` when the reader stops the browser: by Escape, or by Stop. */
export function whenStopped(onStop: () => void): void {
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') onStop();
  });
  // Not every browser has it.
  window.navigation?.addEventListener('navigateerror', onStop);
}

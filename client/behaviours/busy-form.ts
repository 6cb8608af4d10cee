/** Keeps a form from being sent twice, and shows on its button that it is on its way. */
export function busyForms(): void {
  document.addEventListener('submit', event => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-busy-form')) return;
    if (form.hasAttribute('aria-busy')) {
      event.preventDefault();
      return;
    }
    form.setAttribute('aria-busy', 'true');
    // Not at once: a button that is disabled by then would be missing from what is sent.
    setTimeout(() => {
      for (const button of form.querySelectorAll('button')) button.disabled = true;
    });
    const label = submitter?.querySelector('span');
    const busyLabel = submitter?.getAttribute('data-busy-label');
    if (label && busyLabel) label.textContent = busyLabel;
  });

  // Back and forward show the page as it was left: with the form still busy.
  addEventListener('pageshow', event => {
    if (event.persisted) location.reload();
  });
}

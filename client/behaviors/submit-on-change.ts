/** Sorts a list as soon as another order is chosen. Without scripts, the form has a button. */
export function submitOnChange(): void {
  document.addEventListener('change', ({ target }) => {
    const form = target instanceof HTMLSelectElement ? target.form : null;
    if (form?.hasAttribute('data-submit-on-change')) form.requestSubmit();
  });
}

/** Selects rows of a list: the checkbox in the table head selects the page, and the bar shows the count. */
export function startSelection(form: HTMLFormElement): void {
  const boxes = [...form.querySelectorAll<HTMLInputElement>('[type=checkbox][name]')];
  const page = form.querySelector<HTMLInputElement>('[data-select-page]');
  const count = form.querySelector<HTMLElement>('[data-select-count]');
  const submit = form.querySelector<HTMLButtonElement>('[data-select-submit]');

  function update(): void {
    const selected = boxes.filter(box => box.checked).length;
    if (page) {
      page.checked = selected === boxes.length;
      page.indeterminate = selected > 0 && selected < boxes.length;
    }
    // On a new page, nothing is announced.
    if (count && (selected > 0 || count.textContent !== '')) count.textContent = `${selected} selected`;
    if (submit) submit.disabled = selected === 0;
  }

  function selectAll(checked: boolean): void {
    for (const box of boxes) box.checked = checked;
    update();
  }

  form.addEventListener('change', ({ target }) => {
    if (page && target === page) selectAll(page.checked);
    else update();
  });
  form.querySelector('[data-select-clear]')?.addEventListener('click', event => {
    event.preventDefault();
    selectAll(false);
  });
  // The browser may restore a selection when it returns to the page.
  addEventListener('pageshow', update);
  update();
}

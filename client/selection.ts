import { describeSelection, keptRows, selectionNote } from '../shared/selection';
import { keepRows } from './kept-rows';

/**
 * Selects rows of a list: the checkbox in the table head selects the page, links select sections, and the bar shows the
 * count. Rows stay selected when the list is searched, sorted or turned to another page.
 */
export function startSelection(form: HTMLFormElement): void {
  const boxes = [...form.querySelectorAll<HTMLInputElement>('[type=checkbox][name]')];
  const page = form.querySelector<HTMLInputElement>('[data-select-page]');
  const count = form.querySelector<HTMLElement>('[data-select-count]');
  const note = form.querySelector<HTMLElement>('[data-select-note]');
  const submit = form.querySelector<HTMLButtonElement>('[data-select-submit]');
  const skip = submit && skipButton(submit);
  const kept = form.dataset.selection ? keepRows(form, form.dataset.selection) : undefined;

  function update(): void {
    const selected = boxes.filter(box => box.checked);
    if (page) {
      page.checked = selected.length === boxes.length;
      page.indeterminate = selected.length > 0 && selected.length < boxes.length;
    }
    const elsewhere = [...form.querySelectorAll<HTMLInputElement>('[data-select-elsewhere] input')];
    const ids = [...elsewhere, ...selected].map(({ value }) => value);
    // On a new page, nothing is announced.
    if (count && (ids.length > 0 || count.textContent !== ''))
      count.textContent = describeSelection(ids, elsewhere.length);
    if (note) note.textContent = selectionNote(ids, elsewhere.length);
    if (submit) submit.disabled = ids.length === 0;
    kept?.(keptRows(ids));
  }

  function selectAll(checked: boolean, scope: Element = form): void {
    for (const box of boxes) if (scope.contains(box)) box.checked = checked;
    update();
  }

  form.addEventListener('change', ({ target }) => {
    if (page && target === page) selectAll(page.checked);
    else update();
    if (!skip || !(target instanceof HTMLInputElement)) return;
    skip.remove();
    if (target.checked) target.closest('label')?.after(skip);
  });
  form.addEventListener('click', event => {
    const { target } = event;
    const link = target instanceof Element && target.closest<HTMLElement>('[data-select-rows]');
    if (!link) return;
    event.preventDefault();
    const isAll = link.dataset.selectRows === 'all';
    if (!isAll) form.querySelector('[data-select-elsewhere]')?.remove();
    selectAll(isAll, link.closest('section') ?? form);
    // The bar may be hidden now.
    if (!isAll) page?.focus();
  });
  // The browser may restore a selection when it returns to the page.
  addEventListener('pageshow', update);
  update();
}

/** A button that moves the focus from the last ticked row to the bar, which is at the end of the list. */
function skipButton(submit: HTMLButtonElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button small visually-hidden';
  button.textContent = 'Skip to the actions';
  button.addEventListener('click', () => submit.focus());
  return button;
}

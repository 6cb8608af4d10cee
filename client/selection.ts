import { formatCount } from '../shared/format-count';
import { readStored, store } from './tab-storage';

/** The prefix of the names under which a tab stores selections. */
const STORED = 'selection ';

/** The name under which a tab stores that it has confirmed a removal. */
const CONFIRMED = 'removal confirmed';

/**
 * Selects rows of a list: the checkbox in the table head selects the page, and the bar shows the count. The IDs of selected
 * rows are stored in the tab under the name of the list, for its other pages, searches and orders, and are posted with the
 * form.
 */
export function startSelection(form: HTMLFormElement): void {
  const boxes = [...form.querySelectorAll<HTMLInputElement>('[type=checkbox][name]')];
  const page = form.querySelector<HTMLInputElement>('[data-select-page]');
  const pageBoxes = boxes.filter(box => page?.closest('table')?.contains(box));
  const count = form.querySelector('[data-select-count]');
  const elsewhere = form.querySelector('[data-select-elsewhere]');
  const submit = form.querySelector<HTMLButtonElement>('[data-select-submit]');
  const askAll = form.closest('section')?.querySelector<HTMLButtonElement>('[data-ask-all]');
  const skip = submit && skipButton(submit);
  const { selection: field = '', selectionKey, selectedElsewhere } = form.dataset;
  /** The rows of other pages that the server remembers. */
  const remembered = Number(selectedElsewhere ?? 0);
  let ids = new Set<string>();

  /** Ticks the boxes of the selected rows: the browser restores ticks by position, perhaps at other rows. */
  function read(): void {
    if (selectionKey !== undefined) {
      ids = new Set(readStored(STORED + selectionKey));
      for (const box of boxes) box.checked = ids.has(box.value);
    }
    update();
  }

  function update(): void {
    for (const { value, checked } of boxes) {
      if (checked) ids.add(value);
      else ids.delete(value);
    }
    const selected = boxes.filter(box => box.checked).length;
    if (page) {
      const selectedOfPage = pageBoxes.filter(box => box.checked).length;
      page.checked = selectedOfPage > 0 && selectedOfPage === pageBoxes.length;
      page.indeterminate = selectedOfPage > 0 && selectedOfPage < pageBoxes.length;
    }
    const total = ids.size + remembered;
    form.toggleAttribute('data-selected', total > 0);
    // On a new page, nothing is announced.
    if (count && elsewhere && (total > 0 || count.textContent !== '')) {
      count.textContent = `${formatCount(total)} selected`;
      elsewhere.textContent = total === selected ? '' : `, ${formatCount(total - selected)} on other pages`;
    }
    if (submit) submit.disabled = total === 0;
    // Two buttons to ask, one about all and one about the selected people, are easy to confuse.
    if (askAll) askAll.disabled = ids.size > 0;
    if (selectionKey !== undefined) store(STORED + selectionKey, [...ids]);
  }

  function tick(some: readonly HTMLInputElement[], checked: boolean): void {
    for (const box of some) box.checked = checked;
    update();
  }

  /** Keeps ticks from before this script started. Until somebody uses the page, its ticks were restored by the browser. */
  function keepEarlyTicks(): void {
    if (selectionKey === undefined || !navigator.userActivation?.hasBeenActive) return;
    const ticked = boxes.filter(({ checked }) => checked || page?.checked).map(({ value }) => value);
    store(STORED + selectionKey, [...readStored(STORED + selectionKey), ...ticked]);
  }

  form.addEventListener('change', ({ target }) => {
    if (page && target === page) tick(pageBoxes, page.checked);
    else update();
    if (!(target instanceof HTMLInputElement)) return;
    // The bar that appears may cover the row.
    target.closest('tbody tr')?.scrollIntoView({ block: 'nearest' });
    if (!skip) return;
    skip.remove();
    if (target.checked) target.closest('label')?.after(skip);
  });
  form.addEventListener('click', event => {
    const { target } = event;
    if (!(target instanceof Element) || !target.closest('[data-select-rows]')) return;
    // The link clears the other pages, too.
    if (remembered > 0) return;
    event.preventDefault();
    ids.clear();
    tick(boxes, false);
    // The bar may be hidden now.
    page?.focus();
  });
  form.addEventListener('formdata', ({ formData }) => {
    const shown = new Set(boxes.map(({ value }) => value));
    for (const id of ids) if (!shown.has(id)) formData.append(field, id);
  });
  // A row that is removed by itself is no longer selected.
  document.addEventListener('submit', ({ target }) => {
    if (!(target instanceof HTMLFormElement) || target === form) return;
    for (const { value } of target.querySelectorAll<HTMLInputElement>('[type=hidden]')) ids.delete(value);
    if (selectionKey !== undefined) store(STORED + selectionKey, [...ids]);
  });
  // The browser may restore the page when it returns to it.
  addEventListener('pageshow', read);
  keepEarlyTicks();
  read();
}

/**
 * Remembers that the removal of the selected rows was confirmed. Showing the form again, for instance after a wrong number,
 * forgets it.
 */
export function watchConfirmation(form: HTMLFormElement): void {
  store(CONFIRMED, []);
  form.addEventListener('submit', () => store(CONFIRMED, ['yes']));
}

/** Forgets all selections of this tab if it has confirmed the removal that this page shows. */
export function forgetConfirmed(): void {
  if (readStored(CONFIRMED).length === 0) return;
  for (const name of [CONFIRMED, ...Object.keys(sessionStorage).filter(each => each.startsWith(STORED))])
    store(name, []);
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

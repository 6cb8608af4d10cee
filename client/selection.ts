import { formatCount } from '../shared/format-count';
import { readStored, store } from './tab-storage';

/** The prefix of the names under which a tab stores selections. */
const STORED = 'selection ';

/** The name under which a tab stores what a dialog removes. */
const REMOVING = 'removing';

/** The name under which a tab stores that it has confirmed a removal. */
const CONFIRMED = 'removal confirmed';

/**
 * Selects rows of a list: the checkbox in the table head selects the page, and the bar shows the count. The IDs of selected
 * rows are stored in the tab under the name of the list, for its other pages, searches and orders, and are posted with the
 * form. Returns a function that ticks the selected rows after a list was replaced.
 */
export function startSelection(): () => void {
  let ids = new Set<string>();

  /** Ticks the boxes of the selected rows: the browser restores ticks by position, perhaps at other rows. */
  function tickSelected(): void {
    const list = shownList();
    if (list) for (const box of list.boxes) box.checked = ids.has(box.value);
    update();
  }

  function read(): void {
    const list = shownList();
    if (list) ids = new Set(readStored(list.storedAs));
    // A row that was removed on its own is no longer selected.
    if (document.querySelector('[data-focus-target] strong:not(.failed)'))
      for (const id of readStored(REMOVING)) ids.delete(id);
    store(REMOVING, []);
    tickSelected();
  }

  function update(): void {
    const list = shownList();
    if (!list) return;
    const { form, storedAs, boxes, page, submit } = list;
    // Rows of one ID are one selected item.
    const ticked = new Set(boxes.filter(box => box.checked).map(box => box.value));
    for (const { value } of boxes) {
      if (ticked.has(value)) ids.add(value);
      else ids.delete(value);
    }
    const selected = ticked.size;
    if (page) {
      const selectedOfPage = boxes.filter(box => box.checked).length;
      page.checked = selectedOfPage > 0 && selectedOfPage === boxes.length;
      page.indeterminate = selectedOfPage > 0 && selectedOfPage < boxes.length;
    }
    const total = ids.size;
    form.toggleAttribute('data-selected', total > 0);
    const count = form.querySelector('[data-select-count]');
    const elsewhere = form.querySelector<HTMLElement>('[data-select-elsewhere]');
    // On a new page, nothing is announced.
    if (count && elsewhere && (total > 0 || count.textContent !== '')) {
      count.textContent = `${formatCount(total)} selected`;
      const others = `, ${formatCount(total - selected)} of them ${elsewhere.dataset.selectElsewhere}`;
      elsewhere.textContent = total === selected ? '' : others;
    }
    if (submit) submit.disabled = total === 0;
    store(storedAs, [...ids]);
  }

  function tick(some: readonly HTMLInputElement[], checked: boolean): void {
    for (const box of some) box.checked = checked;
    update();
  }

  /** Keeps ticks from before this script started. Until somebody uses the page, its ticks were restored by the browser. */
  function keepEarlyTicks(): void {
    const list = shownList();
    if (!list || !navigator.userActivation?.hasBeenActive) return;
    const { boxes, page, storedAs } = list;
    const ticked = boxes.filter(({ checked }) => checked || page?.checked).map(({ value }) => value);
    store(storedAs, [...readStored(storedAs), ...ticked]);
  }

  document.addEventListener('change', ({ target }) => {
    const list = shownList();
    if (!(target instanceof HTMLInputElement) || !list?.form.contains(target)) return;
    if (target === list.page) tick(list.boxes, target.checked);
    else update();
    // The bar that appears may cover the row.
    target.closest('tbody tr')?.scrollIntoView({ block: 'nearest' });
    list.form.querySelector('[data-skip]')?.remove();
    if (list.submit && target.checked) target.closest('label')?.after(skipButton(list.submit));
  });
  document.addEventListener('click', event => {
    const { target } = event;
    const list = shownList();
    if (!(target instanceof Element) || !list?.form.contains(target) || !target.closest('[data-select-rows]'))
      return;
    event.preventDefault();
    ids.clear();
    tick(list.boxes, false);
    // The bar may be hidden now.
    list.page?.focus();
  });
  document.addEventListener('formdata', ({ target, formData }) => {
    const list = shownList();
    if (!list || target !== list.form) return;
    const shown = new Set(list.boxes.map(({ value }) => value));
    for (const id of ids) if (!shown.has(id)) formData.append(list.field, id);
  });
  document.addEventListener('submit', ({ target }) => {
    if (!(target instanceof HTMLFormElement) || !target.closest('dialog')) return;
    store(
      REMOVING,
      [...target.querySelectorAll<HTMLInputElement>('[type=hidden]')].map(({ value }) => value),
    );
  });
  // The browser may restore the page when it returns to it.
  addEventListener('pageshow', read);
  keepEarlyTicks();
  read();
  return tickSelected;
}

/** The list whose rows can be selected, unless a search has found nothing. */
function shownList() {
  const form = document.querySelector<HTMLFormElement>('form[data-selection]');
  if (!form) return undefined;
  const { selection: field = '', selectionKey = '' } = form.dataset;
  return {
    form,
    field,
    storedAs: STORED + selectionKey,
    boxes: [...form.querySelectorAll<HTMLInputElement>('[type=checkbox][name]')],
    page: form.querySelector<HTMLInputElement>('[data-select-page]'),
    submit: form.querySelector<HTMLButtonElement>('[data-select-submit]'),
  };
}

/**
 * Remembers that the removal of the selected rows was confirmed. Showing the form again, such as after a wrong number, forgets
 * it.
 */
export function watchConfirmation(): void {
  store(CONFIRMED, []);
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof Element && target.matches('[action^="/removals/run"]')) store(CONFIRMED, ['yes']);
  });
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
  button.dataset.skip = '';
  button.className = 'button small visually-hidden';
  button.textContent = 'Skip to the actions';
  button.addEventListener('click', () => submit.focus());
  return button;
}

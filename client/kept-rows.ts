/**
 * Keeps rows selected on the other pages of a list: adds their IDs, as parameters of this name, to the address, and to the
 * links and forms that lead to the page again. Returns a function that sets the IDs.
 */
export function keepRows(selection: HTMLFormElement, name: string): (ids: readonly string[]) => void {
  let current = new URLSearchParams(location.search).getAll(name);

  function withRows(address: string): string {
    const url = new URL(address);
    url.searchParams.delete(name);
    for (const id of current) url.searchParams.append(name, id);
    return url.href;
  }

  // A search form has the parameters of the page as fields.
  document.addEventListener('formdata', ({ target, formData }) => {
    if (!(target instanceof HTMLFormElement) || !target.closest('search')) return;
    formData.delete(name);
    for (const id of current) formData.append(name, id);
    for (const field of defaultFields(target)) formData.delete(field.name);
  });

  // An action leads back to the page.
  document.addEventListener('submit', ({ target }) => {
    if (!(target instanceof HTMLFormElement) || target === selection || target.method !== 'post') return;
    if (target.action.startsWith(`${location.origin}${location.pathname}/`))
      target.action = withRows(target.action);
  });

  return ids => {
    if (ids.join('\n') === current.join('\n')) return;
    current = [...ids];
    for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href]:not([data-select-rows])')) {
      if (link.pathname === location.pathname) link.href = withRows(link.href);
    }
    const url = new URL(withRows(location.href));
    // They stand for selected rows.
    url.searchParams.delete('select');
    url.searchParams.delete('review');
    history.replaceState(history.state, '', url);
  };
}

/** The fields of a search form that an address need not contain (P310): empty ones, and first options. */
function defaultFields(form: HTMLFormElement) {
  return [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')].filter(field =>
    field instanceof HTMLSelectElement ? field.selectedIndex === 0 : field.value.trim() === '',
  );
}

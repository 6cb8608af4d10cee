/**
 * `/` moves the focus to the search box of the surrounding list, and Escape in the box clears the search. Keys without a
 * modifier must not act on the whole page, because speech input types them by accident (WCAG 2.1.4).
 */
export function searchKeys(): void {
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    // The keys of an input method. WebKit reports the last one after the composition.
    if (event.isComposing || event.keyCode === 229) return;
    const { target } = event;
    if (event.key === '/' && target instanceof HTMLElement && !target.matches(':read-write')) {
      const search = target.closest('section')?.querySelector<HTMLInputElement>('[type=search]');
      if (!search) return;
      event.preventDefault();
      search.focus();
      search.select();
    }
    if (event.key === 'Escape' && target instanceof HTMLInputElement && target.type === 'search') {
      event.preventDefault();
      target.value = '';
      target.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
}

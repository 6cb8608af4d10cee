/** `/` focuses the search box; Escape in it clears the search. */
export function searchKeys(): void {
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === '/' && !isTyping(event.target)) {
      const search = document.querySelector<HTMLInputElement>('input[type="search"]');
      if (!search) return;
      event.preventDefault();
      search.focus();
      search.select();
    }
    if (
      event.key === 'Escape' &&
      event.target instanceof HTMLInputElement &&
      event.target.type === 'search'
    ) {
      clear(event.target, event);
    }
  });
}

/** Follows the Clear link; without one, only clears the box. */
function clear(search: HTMLInputElement, event: KeyboardEvent): void {
  const link = search.form?.querySelector<HTMLAnchorElement>('a[href]');
  event.preventDefault();
  if (link) link.click();
  else search.value = '';
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(input|select|textarea)$/i.test(target.tagName) ||
      target.closest('dialog') !== null)
  );
}

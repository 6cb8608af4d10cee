const OPEN = '.split [open]';

/** Closes an open menu by Escape, and by a click or a focus outside of it. */
export function closeMenus(): void {
  const close = ({ target, type }: Event) => {
    for (const menu of document.querySelectorAll(OPEN)) {
      const isInside = target instanceof Node && menu.contains(target);
      if (isInside && type === 'keydown') menu.querySelector('summary')?.focus();
      if (!isInside || type === 'keydown') menu.removeAttribute('open');
    }
  };
  for (const type of ['click', 'focusin']) document.addEventListener(type, close);
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') close(event);
  });
}

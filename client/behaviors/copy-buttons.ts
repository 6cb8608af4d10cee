import { closestMatch } from '../clicks';

/** Copies the text of a copy button. */
export function copyButtons(): void {
  document.addEventListener('click', ({ target }) => {
    const button = closestMatch(target, 'code + button, [data-copy]');
    if (button) import('../copy').then(({ copyFor }) => copyFor(button), reportError);
  });
}

import { closestMatch } from '../clicks';

/** Copies the text of a copy button. */
export function copyButtons(): void {
  document.addEventListener('click', ({ target }) => {
    // Only copy buttons have icons that are symbols of the page.
    const button = closestMatch(target, 'button:has(use)');
    if (button) import('../copy').then(({ copyFor }) => copyFor(button), reportError);
  });
}

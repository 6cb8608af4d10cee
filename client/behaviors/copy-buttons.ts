import { closestMatch } from '../clicks';

export function copyButtons(): void {
  document.addEventListener('click', ({ target }) => {
    const button = closestMatch(target, 'code + button, [data-copy]');
    if (button) import('../copy').then(({ copyFor }) => copyFor(button), reportError);
  });
}

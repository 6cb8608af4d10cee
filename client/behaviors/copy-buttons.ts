import { closestMatch } from '../clicks';

const COPY_BUTTON = 'code + button, [data-copy]';

const loadCopy = () => import('../copy');

export function copyButtons(): void {
  // WebKit refuses a copy whose script loads only after the click. If it does not load, the click reports that.
  if (document.querySelector(COPY_BUTTON)) loadCopy().catch(() => {});
  document.addEventListener('click', ({ target }) => {
    const button = closestMatch(target, COPY_BUTTON);
    if (button) loadCopy().then(({ copyFor }) => copyFor(button), reportError);
  });
}

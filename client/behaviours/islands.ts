import { around, isSpecial } from '../clicks';
import type { ConfirmRequest } from '../events';

const TAG = 'portal-island';

/** React, the islands' components and how to speak to them, all in one file that the page itself does not wait for. */
export const loadIslands = () => import('../hydrate');

/** What tells that somebody is there and may want something. */
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'focusin'];

/**
 * Brings islands to life: a button when somebody reaches for it, those that listen for others once somebody is
 * there at all, what is shown already as soon as the browser has nothing better to do. If their file does not
 * come, the page goes on working as it was sent.
 */
export function islands(): void {
  const all = [...document.querySelectorAll<HTMLElement>(TAG)];
  if (all.length === 0) return;
  const waking = new Map<HTMLElement, Promise<void>>();
  const settled = new Set<HTMLElement>();

  function wake(element: HTMLElement): Promise<void> {
    const known = waking.get(element);
    if (known !== undefined) return known;
    const promise = loadIslands()
      .then(({ hydrate }) => hydrate(element))
      .finally(() => settled.add(element));
    waking.set(element, promise);
    return promise;
  }

  const listeners = all.filter(({ dataset }) => dataset.wake !== undefined);
  const wakeListeners = () => Promise.all(listeners.map(wake));
  const shown = listeners.filter(({ dataset }) => dataset.wake === 'now');
  whenIdle(() => (shown.length > 0 ? wakeListeners() : loadIslands()).catch(() => {}));

  const somebodyIsThere = () => {
    for (const sign of SIGNS_OF_LIFE) document.removeEventListener(sign, somebodyIsThere);
    wakeListeners().catch(() => {});
  };
  for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, somebodyIsThere);

  for (const sign of ['pointerover', 'focusin']) {
    document.addEventListener(sign, ({ target }) => {
      const island = around(target, TAG);
      if (island) wake(island).catch(() => {});
    });
  }

  document.addEventListener(
    'click',
    event => {
      const island = around(event.target, TAG);
      if (!island || settled.has(island)) return;
      // Faster than the island woke: the click is kept until it can be heard.
      event.preventDefault();
      event.stopPropagation();
      const control = around(event.target, 'button, summary, a');
      const again = () => control?.click();
      wake(island).then(again, again);
    },
    { capture: true },
  );

  document.addEventListener('click', event => {
    const link = around(event.target, 'a[data-confirm]');
    if (!(link instanceof HTMLAnchorElement) || isSpecial(event)) return;
    event.preventDefault();
    const { dialog = '', confirm = '{}' } = link.dataset;
    const detail: ConfirmRequest = {
      dialog,
      item: JSON.parse(confirm),
      href: link.href,
      row: link.closest('tr'),
    };
    Promise.all([loadIslands(), wakeListeners()]).then(
      ([{ askToConfirm }]) => askToConfirm(detail),
      () => location.assign(link.href),
    );
  });
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 3000 });
  else setTimeout(work, 300);
}

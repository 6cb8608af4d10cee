import { around, isSpecial } from '../clicks';
import type { ConfirmRequest } from '../events';

const TAG = 'portal-island';

/** Loads the chunk with React and the islands. */
export const loadIslands = () => import('../hydrate');

/** Events that indicate that the page is in use. */
const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin'];

/**
 * Hydrates islands: buttons when the pointer or the focus reaches them, listeners at the first activity, and visible
 * dialogs and toasts when the browser is idle. If the chunk does not load, the page works without it.
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

  const onActivity = () => {
    for (const sign of ACTIVITY_EVENTS) document.removeEventListener(sign, onActivity);
    wakeListeners().catch(() => {});
  };
  for (const sign of ACTIVITY_EVENTS) document.addEventListener(sign, onActivity);

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
      // A click before hydration is repeated after it.
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

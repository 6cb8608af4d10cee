import { closestMatch, isModified } from '../clicks';

const TAG = 'portal-island';

/** Loads the chunk with React and the islands. */
export const loadIslands = () => import('../hydrate');

/** Events that show that the page is in use. */
const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin'];

/**
 * Hydrates islands: buttons when the pointer or the focus reaches them, listeners at the first activity, and visible
 * dialogs and toasts when the browser is idle. If the chunk does not load, the page works without it.
 */
export function islands(): void {
  const all = [...document.querySelectorAll<HTMLElement>(TAG)];
  if (all.length === 0) return;
  const hydrations = new Map<HTMLElement, Promise<void>>();
  const settled = new Set<HTMLElement>();

  function hydrateOnce(element: HTMLElement): Promise<void> {
    const existing = hydrations.get(element);
    if (existing !== undefined) return existing;
    const hydration = loadIslands()
      .then(({ hydrate }) => hydrate(element))
      .finally(() => settled.add(element));
    hydrations.set(element, hydration);
    return hydration;
  }

  const listeners = all.filter(({ dataset }) => dataset.hydrate !== undefined);
  const hydrateListeners = () => Promise.all(listeners.map(hydrateOnce));
  const visible = listeners.filter(({ dataset }) => dataset.hydrate === 'now');
  whenIdle(() => (visible.length > 0 ? hydrateListeners() : loadIslands()).catch(() => {}));

  const onActivity = () => {
    for (const type of ACTIVITY_EVENTS) document.removeEventListener(type, onActivity);
    hydrateListeners().catch(() => {});
  };
  for (const type of ACTIVITY_EVENTS) document.addEventListener(type, onActivity);

  for (const type of ['pointerover', 'focusin']) {
    document.addEventListener(type, ({ target }) => {
      const island = closestMatch(target, TAG);
      if (island) hydrateOnce(island).catch(() => {});
    });
  }

  document.addEventListener(
    'click',
    event => {
      const island = closestMatch(event.target, TAG);
      if (!island || settled.has(island)) return;
      // A click before hydration is repeated after it.
      event.preventDefault();
      event.stopPropagation();
      const control = closestMatch(event.target, 'button, a');
      const repeatClick = () => control?.click();
      hydrateOnce(island).then(repeatClick, repeatClick);
    },
    { capture: true },
  );

  document.addEventListener('click', event => {
    const link = closestMatch(event.target, '[data-dialog]');
    if (!(link instanceof HTMLAnchorElement) || isModified(event)) return;
    event.preventDefault();
    Promise.all([loadIslands(), hydrateListeners()]).then(
      ([{ askToConfirm }]) => askToConfirm(link),
      () => location.assign(link.href),
    );
  });
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 3000 });
  else setTimeout(work, 300);
}

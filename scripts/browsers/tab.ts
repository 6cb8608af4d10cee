import { setTimeout as wait } from 'node:timers/promises';
import type { Engine, Key } from './engine';

const INTERVAL_MS = 30;

/** Elements that match a selector and have this accessible name, or a name that matches the expression. */
export interface Target {
  readonly css: string;
  readonly name?: string;
  /** Whether the name may only contain `name`. */
  readonly partly: boolean;
}

/** Elements that match a selector, and whose name or text is exactly this, if it is given. */
export const named = (css: string, name?: string): Target => ({
  css,
  partly: false,
  ...(name !== undefined && { name }),
});

/** Elements that match a selector, and whose name or text contains this. */
export const containing = (css: string, name: string): Target => ({ css, name, partly: true });

export const button = (name: string) => named('button', name);
export const link = (name: string) => named('a', name);
export const heading = (name: string) => containing('h1, h2', name);
export const field = (name: string) => named('input, textarea, select', name);

type Point = { readonly x: number; readonly y: number };

/** Page functions run in the browser and see nothing of this file. */
type PageFunction<Input, Output> = (input: Input) => Output;

/** One page of a browser, with the verbs of a person, the same for every engine. */
export class Tab {
  /** The number of the document that it waits to leave. */
  #documents = 0;

  constructor(
    readonly engine: Engine,
    readonly origin: string,
    private readonly timeoutMs: number,
  ) {}

  /** Opens a path of the portal. */
  async go(path: string): Promise<void> {
    await this.#leave(() => this.engine.open(new URL(path, this.origin).href));
  }

  async back(): Promise<void> {
    await this.#step(-1);
  }

  async forward(): Promise<void> {
    await this.#step(1);
  }

  /** Clicks on the only visible element that matches, once there is one. */
  async click(target: Target): Promise<void> {
    await this.#pointAt(target);
    await this.engine.click();
  }

  /** Checks an unchecked checkbox. Resolves once it is checked: Firefox may handle a click after the next command, which may scroll. */
  async check(target: Target): Promise<void> {
    await this.click(target);
    await this.until(`a check in ${target.css} ${target.name ?? ''}`, () => this.read(isChecked, target));
  }

  /** Clicks on a link or button that opens another document, and waits for that document. */
  async follow(target: Target): Promise<void> {
    await this.#pointAt(target);
    await this.#leave(() => this.engine.click());
  }

  /** Replaces the value of a field. */
  async fill(target: Target, text: string): Promise<void> {
    await this.#pointAt(target);
    await this.read(setValue, { target, text });
  }

  async press(key: Key): Promise<void> {
    await this.engine.press(key);
  }

  /** Chooses a file for the only file field that matches. */
  async upload(selector: string, path: string): Promise<void> {
    await this.engine.upload(selector, path);
  }

  /** Resolves once an element that matches is visible. */
  async see(target: Target): Promise<void> {
    await this.until(`${target.css} ${target.name ?? ''}`, async () => (await this.count(target)) > 0);
  }

  /** Resolves once no element that matches is visible. */
  async miss(target: Target): Promise<void> {
    await this.until(`no ${target.css} ${target.name ?? ''}`, async () => (await this.count(target)) === 0);
  }

  /** The number of visible elements that match. */
  count(target: Target): Promise<number> {
    return this.read(countVisible, target);
  }

  /** The texts of the visible elements that match. */
  texts(css: string): Promise<string[]> {
    return this.read(visibleTexts, css);
  }

  /** Runs a function in the page, which sees nothing but its argument, and returns its result. */
  async read<Output>(run: PageFunction<undefined, Output>): Promise<Output>;
  async read<Input, Output>(run: PageFunction<Input, Output>, input: Input): Promise<Output>;
  async read(run: PageFunction<never, unknown>, input?: unknown): Promise<unknown> {
    // Compilers may wrap functions in a call of __name.
    return this.engine.evaluate(
      `(() => { const __name = value => value; const find = ${find}; return (${run})(${JSON.stringify(input)}); })()`,
    );
  }

  async path(): Promise<string> {
    return this.read(() => location.pathname + location.search + location.hash);
  }

  async size(width: number, height = 900): Promise<void> {
    await this.engine.resize(width, height);
  }

  picture(): Promise<Buffer> {
    return this.engine.picture();
  }

  /** Continues with the session of a Cookie header, or without one. */
  async use(cookieHeader: string): Promise<void> {
    const cookies = cookieHeader
      .split('; ')
      .filter(Boolean)
      .map(pair => {
        const [name = '', ...value] = pair.split('=');
        return { name, value: value.join('=') };
      });
    await this.engine.setCookies(cookies, this.origin);
  }

  /** @throws {Error} Thrown when a condition does not become true in time. */
  async until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + this.timeoutMs;
    // Between two documents, nothing can be evaluated.
    while (!(await isTrue().catch(() => false))) {
      if (Date.now() > deadline) {
        const shown = await this.read(
          () => `${location} (${document.readyState}) ${document.body.innerText}`,
        ).catch(String);
        throw new Error(`Not seen in time: ${what}\n${shown.slice(0, 1500)}`);
      }
      await wait(INTERVAL_MS);
    }
  }

  /** Steps in the history, even to an entry of the same document. */
  async #step(step: -1 | 1): Promise<void> {
    await this.#leave(async () => {
      await this.read(() => {
        addEventListener('popstate', () => Reflect.deleteProperty(window, 'leftDocument'), { once: true });
      });
      await this.engine.history(step);
    });
  }

  /** Resolves once a navigation has ended: otherwise the next one may mistake its document for its own. */
  async #leave(begin: () => Promise<void>): Promise<void> {
    const number = ++this.#documents;
    await this.read((left: number) => void Reflect.set(window, 'leftDocument', left), number).catch(() => {});
    await begin();
    await this.until('another document', () =>
      this.read(
        (left: number) =>
          Reflect.get(window, 'leftDocument') !== left &&
          document.readyState === 'complete' &&
          location.protocol !== 'about:',
        number,
      ),
    );
  }

  /**
   * Moves the pointer until it is over the only element that matches: a page scrolls and moves while it is shown again, and
   * the engine itself says what is below the pointer.
   */
  async #pointAt(target: Target): Promise<void> {
    await this.until(`the pointer over one ${target.css} ${target.name ?? ''}`, async () => {
      const center = await this.read(centerOf, target);
      if (center === null) return false;
      await this.engine.movePointer(center.x, center.y);
      return this.read(isPointedAt, { target, center });
    });
  }
}

/** Runs in the page, where the functions below see it. */
function find({ css, name, partly }: Target): HTMLElement[] {
  const texts = (ids: string | null) =>
    (ids ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.textContent ?? '')
      .join(' ')
      .trim();
  const clean = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  // Not `element.labels`: WebKit aborts when it collects that list after its document.
  const labelOf = (element: HTMLElement) =>
    document.querySelector(`label[for="${element.id}"]`) ?? element.closest('label');
  const nameOf = (element: HTMLElement) =>
    clean(
      texts(element.getAttribute('aria-labelledby')) ||
        element.getAttribute('aria-label') ||
        (element.matches('input, textarea, select') ? labelOf(element) : element)?.textContent ||
        '',
    );
  return [...document.querySelectorAll<HTMLElement>(css)].filter(element => {
    const found = nameOf(element);
    return (
      (name === undefined || (partly ? found.includes(name) : found === name)) &&
      element.checkVisibility({ visibilityProperty: true })
    );
  });
}

function countVisible(target: Target): number {
  return find(target).length;
}

function visibleTexts(css: string): string[] {
  return find({ css, partly: false }).map(element => element.textContent.replaceAll(/\s+/g, ' ').trim());
}

/**
 * Null unless exactly one element matches, and while the window still scrolls to it: after a scroll, a browser may send the
 * next events to the element that was at this point before.
 */
function centerOf(target: Target): Point | null {
  const [element, second] = find(target);
  if (element === undefined || second !== undefined) return null;
  const { scrollX, scrollY } = window;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  if (window.scrollX !== scrollX || window.scrollY !== scrollY) return null;
  const { x, y, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Whether an element is still there, and the engine shows it as the one below the pointer. */
function isPointedAt({ target, center }: { readonly target: Target; readonly center: Point }): boolean {
  const [element] = find(target);
  const isBelow = [element, element?.closest('label')].some(each => each?.matches(':hover'));
  const {
    x = 0,
    y = 0,
    width = 0,
    height = 0,
  } = element?.getClientRects()[0] ?? element?.getBoundingClientRect() ?? {};
  return isBelow && x + width / 2 === center.x && y + height / 2 === center.y;
}

function isChecked(target: Target): boolean {
  return find(target).some(element => element.matches(':checked'));
}

function setValue({ target, text }: { readonly target: Target; readonly text: string }): void {
  const [element] = find(target) as HTMLInputElement[];
  if (element === undefined) return;
  element.focus();
  element.value = text;
  element.dispatchEvent(new Event('input', { bubbles: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

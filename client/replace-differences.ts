/**
 * Shows another version of this page: its title, its content and its dialogs. Only differences are replaced, so that focus,
 * caret, selected text and opened details stay.
 */
export function showVersion(page: Document): void {
  // The title of a page whose complete content arrives after the head.
  document.title = page.querySelector<HTMLElement>('[data-title]')?.dataset.title ?? page.title;
  for (const parts of ['main', '[data-island=ConfirmDialog]']) {
    const shown = document.querySelectorAll(parts);
    for (const [index, next] of page.querySelectorAll(parts).entries()) {
      const current = shown[index];
      if (current) replaceDifferences(current, next);
    }
  }
}

/**
 * Whether the response to a request is a version of this page. Otherwise, the session has ended, somebody else has signed in, or
 * the portal was updated. A page without rows has no form that names its account.
 */
export function isThisPage(page: Document, { responseURL }: XMLHttpRequest): boolean {
  return (
    new URL(responseURL).pathname === location.pathname &&
    ['head script', '.company bdi', '.person', '[name=account]'].every(selector => {
      const [theirs, ours] = [page.querySelector(selector), document.querySelector(selector)];
      return theirs === null || ours === null || theirs.isEqualNode(ours);
    })
  );
}

/** Elements whose text comes from scripts: counts of selected rows, and moments in the reader's time zone. */
const WRITTEN = '[data-select-count], [data-select-elsewhere], time[data-local]';

function replaceDifferences(current: Node, next: Node): void {
  if (current.isEqualNode(next)) return;
  if (current instanceof CharacterData && next instanceof CharacterData) {
    current.data = next.data;
  } else if (current instanceof Element && next instanceof Element && !current.matches(WRITTEN)) {
    copyAttributes(current, next);
    // An island renders its own content.
    if (current.localName !== 'portal-island') replaceChildren(current, next);
  }
}

function copyAttributes(current: Element, next: Element): void {
  for (const { name } of [...current.attributes]) {
    // The reader opens and closes details.
    if (!next.hasAttribute(name) && name !== 'open') current.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (current.getAttribute(name) !== value && name !== 'open') current.setAttribute(name, value);
  }
}

function replaceChildren(current: Element, next: Element): void {
  let child = current.firstChild;
  const removeUntil = (end: Node | null) => {
    while (child && child !== end) {
      const gone = child;
      child = child.nextSibling;
      gone.remove();
    }
  };
  for (const wanted of [...next.childNodes]) {
    const key = keyOf(wanted);
    let same = child;
    while (same && keyOf(same) !== key) same = same.nextSibling;
    if (same) {
      removeUntil(same);
      replaceDifferences(same, wanted);
      child = same.nextSibling;
    } else {
      current.insertBefore(wanted, child);
    }
  }
  removeUntil(null);
}

/** The key of a node among its siblings: a row matches by its item, a time by its moment. */
function keyOf(node: Node): string {
  if (node instanceof HTMLTimeElement) return `time ${node.dateTime}`;
  if (!(node instanceof HTMLTableRowElement)) return node.nodeName;
  const box = node.querySelector<HTMLInputElement>('[type=checkbox]');
  return `row ${box?.value ?? node.cells[0]?.textContent}`;
}

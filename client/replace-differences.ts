/**
 * Makes a part of the page like another version of it. Only what differs is replaced, and nothing that holds the focus, so that
 * focus, selected text and places stay.
 */
export function replaceDifferences(current: Node, next: Node): void {
  if (current.isEqualNode(next)) return;
  if (current instanceof Text && next instanceof Text) {
    current.data = next.data;
  } else if (current instanceof Element && next instanceof Element && current.tagName === next.tagName) {
    copyAttributes(current, next);
    replaceChildren(current, next);
  } else if (!current.contains(document.activeElement)) {
    current.parentNode?.replaceChild(document.adoptNode(next), current);
  }
}

function copyAttributes(current: Element, next: Element): void {
  for (const { name } of [...current.attributes]) {
    if (!next.hasAttribute(name)) current.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (current.getAttribute(name) !== value) current.setAttribute(name, value);
  }
}

function replaceChildren(current: Element, next: Element): void {
  const [children, wanted] = [[...current.childNodes], [...next.childNodes]];
  for (const [index, child] of wanted.entries()) {
    const counterpart = children[index];
    if (counterpart) replaceDifferences(counterpart, child);
    else current.append(document.adoptNode(child));
  }
  for (const child of children.slice(wanted.length)) {
    if (!child.contains(document.activeElement)) child.remove();
  }
}

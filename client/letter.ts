import { mailto, PASTE_NOTE } from '../shared/mailto';
import { readStored, store } from './tab-storage';

/**
 * Writes an edited subject and text into the links that open them in a mail program, and marks the links that were opened.
 * The tab keeps both for a page that is left and opened again.
 */
export function startLetter(letter: HTMLElement): void {
  const fields = [...letter.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-mail]')];
  const groups = links.filter(link => link.closest('li'));
  // Each explains the links of its section.
  const hints = document.querySelectorAll<HTMLElement>('[data-mail-too-long]');
  const name = letter.dataset.letter;
  const [textsName, openedName] = [`letter ${name}`, `opened ${name}`];
  const opened = new Set(name ? readStored(openedName) : []);

  function update(): void {
    const [subject = '', text = ''] = fields.map(({ value }) => value);
    for (const link of links) {
      const { href, isWithoutText } = mailto(recipientsPart(link), subject, text);
      link.href = href;
      const mark = link.querySelector<HTMLElement>('[data-mail-paste]');
      if (mark) mark.textContent = isWithoutText ? PASTE_NOTE : '';
    }
    for (const hint of hints) {
      hint.hidden = !hint.closest('section')?.querySelector('[data-mail-paste]:not(:empty)');
    }
  }

  /** The next mail has the filled button. */
  function markOpened(): void {
    const isOpened = (link: HTMLAnchorElement) => opened.has(recipientsPart(link));
    const next = groups.find(link => !isOpened(link));
    for (const link of groups) {
      link.classList.toggle('primary', link === next);
      link.closest('li')?.toggleAttribute('data-opened', isOpened(link));
      const label = link.querySelector('[data-mail-name]');
      if (label && isOpened(link)) label.textContent = 'Open again';
    }
  }

  letter.addEventListener('input', () => {
    if (name) {
      store(
        textsName,
        fields.map(({ value }) => value),
      );
    }
    update();
  });
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && groups.find(each => each.contains(target));
    if (!link) return;
    opened.add(recipientsPart(link));
    if (name) store(openedName, [...opened]);
    markOpened();
  });
  // The browser may restore an edited text when it returns to the page.
  addEventListener('pageshow', update);
  const texts = name ? readStored(textsName) : [];
  for (const [index, field] of fields.entries()) field.value = texts[index] ?? field.value;
  markOpened();
  update();
}

/** The part of a link that names the people. */
function recipientsPart({ href }: HTMLAnchorElement): string {
  return href.slice(0, href.indexOf('subject='));
}

import { mailto, PASTE_NOTE } from '../shared/mailto';

/** Writes an edited subject and text into the links that open them in a mail program. */
export function startLetter(letter: HTMLElement): void {
  const [subject, text] = letter.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  const links = document.querySelectorAll<HTMLAnchorElement>('a[data-mail]');
  // Each explains the links of its section.
  const hints = document.querySelectorAll<HTMLElement>('[data-mail-too-long]');

  function update(): void {
    for (const link of links) {
      const start = link.href.slice(0, link.href.indexOf('subject='));
      const { href, isWithoutText } = mailto(start, subject?.value ?? '', text?.value ?? '');
      link.href = href;
      const mark = link.querySelector<HTMLElement>('[data-mail-paste]');
      if (mark) mark.textContent = isWithoutText ? PASTE_NOTE : '';
    }
    for (const hint of hints) {
      hint.hidden = !hint.closest('section')?.querySelector('[data-mail-paste]:not(:empty)');
    }
  }

  letter.addEventListener('input', update);
  // The browser may restore an edited text when it returns to the page.
  addEventListener('pageshow', update);
  update();
}

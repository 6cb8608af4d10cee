import { mailto, PASTE_NOTE } from '../shared/mailto';

/** Writes an edited subject and text into the links that open them in a mail program. */
export function startLetter(letter: HTMLElement): void {
  const [subject, text] = letter.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  const tooLong = letter.querySelector<HTMLElement>('[data-mail-too-long]');
  const links = document.querySelectorAll<HTMLAnchorElement>('a[data-mail]');

  function update(): void {
    const tooLongFor = [...links].filter(link => {
      const start = link.href.slice(0, link.href.indexOf('subject='));
      const { href, isWithoutText } = mailto(start, subject?.value ?? '', text?.value ?? '');
      link.href = href;
      const mark = link.querySelector<HTMLElement>('[data-mail-paste]');
      if (mark) mark.textContent = isWithoutText ? PASTE_NOTE : '';
      return isWithoutText;
    });
    if (tooLong) tooLong.hidden = tooLongFor.length === 0;
  }

  letter.addEventListener('input', update);
  // The browser may restore an edited text when it returns to the page.
  addEventListener('pageshow', update);
  update();
}

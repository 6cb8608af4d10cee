import { mailto, PASTE_NOTE } from '../shared/mailto';
import { readStored, store } from './tab-storage';

/**
 * Writes an edited subject and text into the link that opens them in a mail program. The tab keeps both for a page that is
 * left and opened again.
 */
export function startLetter(letter: HTMLElement): void {
  const fields = [...letter.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  const link = letter.querySelector<HTMLAnchorElement>('a[data-mail]');
  const name = letter.dataset.letter;
  const storedName = `letter ${name}`;

  function update(): void {
    const [subject = '', text = ''] = fields.map(({ value }) => value);
    if (!link) return;
    const { href, isWithoutText } = mailto(link.href.slice(0, link.href.indexOf('subject=')), subject, text);
    link.href = href;
    const mark = link.querySelector<HTMLElement>('[data-mail-paste]');
    if (mark) mark.textContent = isWithoutText ? PASTE_NOTE : '';
    letter.querySelector('[data-mail-too-long]')?.toggleAttribute('hidden', !isWithoutText);
  }

  letter.addEventListener('input', () => {
    if (name) {
      store(
        storedName,
        fields.map(({ value }) => value),
      );
    }
    update();
  });
  // The browser may restore an edited text when it returns to the page.
  addEventListener('pageshow', update);
  const texts = name ? readStored(storedName) : [];
  for (const [index, field] of fields.entries()) field.value = texts[index] ?? field.value;
  update();
}

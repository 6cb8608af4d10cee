import { followJob } from './follow-job';
import { leaveOut } from './leave-out';
import { startLetter } from './letter';
import { searchKeys } from './search-keys';
import { searchWhileTyping } from './search-while-typing';
import { forgetConfirmed, startSelection, watchConfirmation } from './selection';

// Separate files for these scripts would make the file that all pages load larger.
if (document.querySelector('form[data-selection], search')) {
  searchKeys();
  searchWhileTyping(startSelection());
}
if (document.querySelector('[action^="/removals/review/leave-out"]')) {
  watchConfirmation();
  leaveOut();
}
if (document.querySelector('[data-removal]')) forgetConfirmed();
if (document.querySelector('[data-removal=running]')) followJob();
const letter = document.querySelector<HTMLElement>('[data-letter]');
if (letter) startLetter(letter);
// The title of a page whose complete content arrived after the head.
const { title } = document.querySelector<HTMLElement>('[data-title]')?.dataset ?? {};
if (title !== undefined) {
  document.title = title;
  // The replaced page stays in the shadow root, and is never shown again.
  document.querySelector('portal-page')?.shadowRoot?.querySelector('slot')?.replaceChildren();
}

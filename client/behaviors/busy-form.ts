import { setBusy, setIdle } from '../busy';

/** When a form that changes something was last submitted in this browser, in milliseconds since 1970. */
const CHANGED_AT = 'portal-changed-at';

/** Prevents repeated submissions of a form, and shows a busy label on its button. */
export function busyForms(): void {
  document.addEventListener('submit', event => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-busy-form')) return;
    if (form.hasAttribute('aria-busy')) {
      event.preventDefault();
      return;
    }
    form.setAttribute('aria-busy', 'true');
    if (submitter instanceof HTMLElement) setBusy(submitter);
    rememberChange();
    // After the submission, because a disabled button is not included in it.
    setTimeout(() => {
      for (const button of form.querySelectorAll('button')) button.disabled = true;
    });
  });

  addEventListener('pageshow', event => {
    if (!event.persisted) return;
    // A page from the back/forward cache is stale after a change or a logout, and busy after a submission.
    if (isOutdated()) location.reload();
    else clearBusy();
  });
}

function clearBusy(): void {
  for (const form of document.querySelectorAll('form[aria-busy]')) {
    form.removeAttribute('aria-busy');
    for (const button of form.querySelectorAll('button')) {
      button.disabled = false;
      setIdle(button);
    }
  }
}

// In localStorage, because a logout in another tab counts too.
function rememberChange(): void {
  try {
    localStorage.setItem(CHANGED_AT, String(Date.now()));
  } catch {
    // Blocked by policy: isOutdated() then always reloads.
  }
}

function isOutdated(): boolean {
  try {
    return Number(localStorage.getItem(CHANGED_AT)) > performance.timeOrigin;
  } catch {
    return true;
  }
}

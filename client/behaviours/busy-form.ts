import { setBusy, setIdle } from '../busy';

/** When a form that changes something was last submitted in this browser, in milliseconds since 1970. */
const CHANGED_AT = 'portal-changed-at';

/** Keeps a form from being submitted twice, and shows on its button that it is on its way. */
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
    // Later, since a disabled button is not submitted.
    setTimeout(() => {
      for (const button of form.querySelectorAll('button')) button.disabled = true;
    });
  });

  addEventListener('pageshow', event => {
    if (!event.persisted) return;
    // The back/forward cache shows the page as it was left: stale after a change or a logout, busy after a submit.
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

// localStorage, not sessionStorage: a logout in another tab counts too.
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

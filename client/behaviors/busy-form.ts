import { setBusy, setIdle, whenStopped } from '../busy';

/** When a form that changes something was last submitted in this browser, in milliseconds since 1970. */
const CHANGED_AT = 'portal-changed-at';

/** The value of `data-busy-form` for a form that changes nothing. */
const READS = 'reads';

const DISABLED_WHILE_BUSY = 'data-disabled-while-busy';

/**
 * How long a form is busy without a response, in milliseconds: not every browser reports that Stop has ended a submission.
 * On a slow line, an upload takes up to five minutes.
 */
const BUSY_LIMIT_MS = 30_000;
const UPLOAD_LIMIT_MS = 300_000;

/** Prevents repeated submissions of a form, and shows a busy label on its button, while the browser waits for the response. */
export function busyForms(): void {
  let limit: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('submit', event => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-busy-form')) return;
    if (form.hasAttribute('aria-busy')) {
      event.preventDefault();
      return;
    }
    form.setAttribute('aria-busy', 'true');
    if (submitter instanceof HTMLElement) setBusy(submitter);
    if (form.dataset.busyForm !== READS) rememberChange();
    // After the submission, because a disabled button is not included in it.
    setTimeout(() => {
      if (!form.hasAttribute('aria-busy')) return;
      for (const button of form.querySelectorAll('button:not(:disabled)')) {
        button.setAttribute(DISABLED_WHILE_BUSY, '');
        button.toggleAttribute('disabled', true);
      }
    });
    clearTimeout(limit);
    limit = setTimeout(clearBusy, form.enctype === 'multipart/form-data' ? UPLOAD_LIMIT_MS : BUSY_LIMIT_MS);
  });
  whenStopped(clearBusy);

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
      if (button.hasAttribute(DISABLED_WHILE_BUSY)) button.disabled = false;
      button.removeAttribute(DISABLED_WHILE_BUSY);
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

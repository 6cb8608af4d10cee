/** Sends the form that completes a sign-in, once the page is really shown to somebody. */
export function finishSignIn(): void {
  const form = document.querySelector<HTMLFormElement>('form.finish-sign-in');
  if (!form) return;
  // A page that the browser renders ahead, in case it will be wanted, must not use the link up.
  if ('prerendering' in document && document.prerendering) {
    document.addEventListener('prerenderingchange', () => form.requestSubmit(), { once: true });
  } else {
    form.requestSubmit();
  }
}

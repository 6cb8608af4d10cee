/** Submits the form that completes a sign-in, once the page is visible. */
export function finishSignIn(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-auto-submit]');
  if (!form) return;
  // A prerendered page must not consume the link.
  if ('prerendering' in document && document.prerendering) {
    document.addEventListener('prerenderingchange', () => form.requestSubmit(), { once: true });
  } else {
    form.requestSubmit();
  }
}

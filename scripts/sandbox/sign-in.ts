/** Signs in with an emailed link, without a browser. Returns the Cookie header. */
export async function signInByRequest(origin: string, link: string, email: string): Promise<string> {
  const { pathname, search } = new URL(link);
  const response = await fetch(origin + pathname + search, {
    method: 'POST',
    body: new URLSearchParams({ email }),
  });
  if (!response.ok) throw new Error(`${email} could not sign in: ${response.status}`);
  const cookies = response.headers.getSetCookie().map(cookie => cookie.split(';', 1)[0] ?? '');
  // An empty value removes the cookie.
  return cookies.filter(cookie => !/^[^=]+=$/.test(cookie)).join('; ');
}

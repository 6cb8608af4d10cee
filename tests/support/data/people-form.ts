/** Returns the form of the page Leavers, as browsers send it: with an empty file if none was chosen. */
export function peopleForm(people: string, list: string | null = 'left', file = new File([], '')): Response {
  const form = new FormData();
  if (list !== null) form.append('list', list);
  form.append('people', people);
  form.append('file', file);
  return new Response(form);
}

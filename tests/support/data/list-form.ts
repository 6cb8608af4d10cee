/** Returns the form of Compare with a list, as browsers send it: with an empty file if none was chosen. */
export function listForm(list: string | File): Response {
  const form = new FormData();
  form.append('text', typeof list === 'string' ? list : '');
  form.append('file', typeof list === 'string' ? new File([], '') : list);
  return new Response(form);
}

const roles: Readonly<Record<string, string>> = {
  table: 'table',
  'thead, tbody': 'rowgroup',
  tr: 'row',
  '[scope=col]': 'columnheader',
  '[scope=row]': 'rowheader',
  td: 'cell',
};

/**
 * Repeats the roles of tables as attributes for browsers that drop them when a table is displayed as blocks. These browsers
 * (Safari 16 and older) ignore alternative texts of generated content too, so they read the name of each figure.
 */
export function addTableRoles(): void {
  if (CSS.supports('content: "" / ""')) return;
  for (const [selector, role] of Object.entries(roles)) {
    for (const element of document.querySelectorAll(selector)) element.setAttribute('role', role);
  }
}

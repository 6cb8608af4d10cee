const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/** A text as React writes it into HTML, in a text node or an attribute. */
export function escapeHtml(text: string): string {
  if (isPlain(text)) return text;
  return escapeBeyondLatin1(text.replace(/[&<>"']/g, character => entities[character] ?? ''));
}

/** A text as it stands inside JSON within an attribute. */
export function escapeJson(text: string): string {
  return isPlain(text) ? text : escapeHtml(JSON.stringify(text).slice(1, -1));
}

/** A text as a component of a URL. */
export function escapeUrl(text: string): string {
  return escapeHtml(encodeURIComponent(text.toWellFormed()));
}

/**
 * The same HTML with character references in place of the characters beyond Latin-1 (HTML standard, section 13.1.4).
 * One such character makes V8 keep the whole page with two bytes for each character, and encode it four times slower.
 */
export function escapeBeyondLatin1(html: string): string {
  if (!/[^\0-\xff]/.test(html)) return html;
  const escaped = html.replace(/[^\0-\xff]/gu, character => `&#${character.codePointAt(0)};`);
  // The result of replace() still has two bytes for each character; this copy has one.
  return Buffer.from(escaped, 'latin1').toString('latin1');
}

/** Whether the text is the same in each of these encodings. */
function isPlain(text: string): boolean {
  return /^[\w .@-]*$/.test(text);
}

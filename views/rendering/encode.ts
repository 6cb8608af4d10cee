const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/** Encodes a text for HTML text nodes and attributes, as React does. */
export function escapeHtml(text: string): string {
  // Most texts need no encoding.
  if (!/[&<>"']|[^\0-\xff]/.test(text)) return text;
  return escapeBeyondLatin1(text.replace(/[&<>"']/g, character => entities[character] ?? ''));
}

/** Encodes a text for a URL component within an attribute. */
export function escapeUrl(text: string): string {
  return escapeHtml(encodeURIComponent(text.toWellFormed()));
}

/**
 * Replaces characters beyond Latin-1 by character references (HTML standard, section 13.1.4). With a single such character,
 * V8 stores the whole page with two bytes per character, and encodes it four times slower.
 */
export function escapeBeyondLatin1(html: string): string {
  if (!/[^\0-\xff]/.test(html)) return html;
  const escaped = html.replace(/[^\0-\xff]/gu, character => `&#${character.codePointAt(0)};`);
  // The result of replace() still has two bytes per character; this copy has one.
  return Buffer.from(escaped, 'latin1').toString('latin1');
}
